// The arrows of ARCHITECTURE.md: a layer may import itself and the layers after it in this list.
const LAYERS = [
  'demo',
  'cli',
  'server',
  'http',
  'conformance',
  'client',
  'admin',
  'storage',
  'keys',
  'anchors',
  'notifier',
  'connector',
  'wallet',
  'issuer',
  'mediation',
  'accounts',
  'audit',
  'resolve',
  'formats',
  'conventions',
  'files',
];
// Modules that run in browsers too.
const IN_BROWSERS =
  '^src/(admin/contract/(words|explained/.*|audit-log/(email-name|event-words|fold-entries|kinds|sentences))|client/.*|audit/(log-verifier|chain-part)|conventions/(bounded-text|bytes|code-words|command-names|csv|has-words|intl-formats|is-below|json|last-segment|limit-concurrency|normalize-text|panel|percent|strict-json|upper-first|user-error)|issuer/document-types/identifier|mediation/contract/rate-warning)\\.ts$';
const TESTS = '\\.test\\.ts$';

const upward = LAYERS.slice(1).map((layer, index) => ({
  name: `${layer}-imports-down-only`,
  severity: 'error',
  // The command that starts the demo.
  from: { path: `^src/${layer}/`, pathNot: [TESTS, '^src/cli/commands/demo\\.ts$'] },
  to: { path: `^src/(${LAYERS.slice(0, index + 1).join('|')})/` },
}));

// Inside the issuer: contract < model < ports < rules and formats of values < operations < panel.
const PARTS = [
  ['contract', 'contract/', 'contract/'],
  ['model', 'model/', '(model|contract)/'],
  ['ports', 'ports/', '(ports|model)/'],
  [
    'rules',
    '(?!operations/|panel\\.ts|(order-of-checks|remedies)\\.ts)',
    '(?!operations/|panel\\.ts|(order-of-checks|remedies)\\.ts)',
  ],
];
const withinIssuer = PARTS.map(([name, from, to]) => ({
  name: `issuer-${name}-imports-down-only`,
  severity: 'error',
  from: { path: `^src/issuer/${from}`, pathNot: TESTS },
  to: { path: '^src/issuer/', pathNot: `^src/issuer/${to}` },
}));

// Inside the administration: contract < access < operation < a folder for each resource < administration.
const FLOORS = [
  ['contract', 'contract/', 'contract/'],
  ['access', 'access/', '(access|contract)/'],
  ['operation', 'operation/', '(operation|access|contract)/'],
  ['resources', '[^/]+/', '[^/]+/'],
];
const withinAdmin = FLOORS.map(([name, from, to]) => ({
  name: `admin-${name}-imports-down-only`,
  severity: 'error',
  from: { path: `^src/admin/${from}`, pathNot: TESTS },
  to: { path: '^src/admin/', pathNot: `^src/admin/${to}` },
}));

module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'issuer-and-mediation-stay-apart',
      severity: 'error',
      from: { path: '^src/issuer/' },
      to: { path: '^src/mediation/' },
    },
    {
      name: 'sql-only-in-storage',
      severity: 'error',
      from: { path: '^src/(?!storage/)', pathNot: TESTS },
      to: { path: 'node_modules/(kysely|better-sqlite3|pg)/' },
    },
    {
      name: 'http-only-in-http',
      severity: 'error',
      from: { path: '^src/(admin|storage|keys|issuer|mediation|formats|conventions)/', pathNot: TESTS },
      to: { path: '(node_modules/fastify/|^(node:)?https?$)' },
    },
    {
      name: 'formats-and-conventions-do-no-io',
      severity: 'error',
      from: { path: '^src/(formats|conventions)/', pathNot: TESTS },
      to: { path: '^(node:)?(fs|net|child_process|http|https|timers)(/|$)' },
    },
    {
      name: 'resolve-imports-its-hash-only',
      severity: 'error',
      from: { path: '^src/resolve/', pathNot: TESTS },
      to: { pathNot: '^(src/resolve|node_modules/@noble/hashes)/' },
    },
    {
      name: 'client-runs-in-browsers',
      severity: 'error',
      from: { path: '^src/client/', pathNot: TESTS },
      to: {
        pathNot: [
          '^src/client/',
          '^src/(conventions/(bounded-text|code-words|command-names|csv|has-words|intl-formats|is-below|json|last-segment|percent|strict-json|upper-first|user-error)|issuer/document-types/identifier)\\.ts$',
          // What the audit log says, as people read it.
          '^src/admin/contract/(explained/(changes|decisions|requests)|audit-log/sentences)\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'consoles-import-types-of-contracts-only',
      severity: 'error',
      from: { path: '^console/src/.*\\.tsx?$', pathNot: '\\.d\\.ts$' },
      to: { path: '^src/', pathNot: IN_BROWSERS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'consoles-know-contracts-only',
      severity: 'error',
      from: { path: '^console/src/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/(issuer|mediation)/[^/]+/contract',
          '^src/(admin|issuer|mediation)/contract/',
          // The names of subjects and events.
          '^src/audit/entry',
          '^src/audit/ports/crypto',
          IN_BROWSERS,
        ],
      },
    },
    {
      name: 'operators-and-mediation-consoles-stay-apart',
      severity: 'error',
      from: { path: '^console/src/(operators|mediation)/' },
      to: { path: '^console/src/(operators|mediation)/', pathNot: '^console/src/$1/' },
    },
    ...withinIssuer,
    ...withinAdmin,
    {
      name: 'no-cycles-types-included',
      severity: 'error',
      from: { path: '^(src|console/src)/' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: TESTS },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};
