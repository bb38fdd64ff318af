// What is written in one place only, such as sending a request, reading a refusal or parsing CSV. `npm run check` runs it.
// It prints how many places there are, and how large the sources are.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

const SENDERS = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'sendBeacon']);
const GLOBALS = /^(globalThis|window|self|global|navigator)$/;
const WEB = /^(node:)?(https?|http2|net|tls)$/;
const WEB_NAMES = /^(request|get|connect|createConnection|Agent|ClientRequest|default|\*)$/;
const LIBRARIES = /^(undici|axios|got|ky|node-fetch|superagent|needle)$/;

/** The names that an import brings; none if only types. */
function namesIn({ importClause: clause }) {
  if (!clause) return ['*'];
  if (clause.isTypeOnly) return [];
  const { name, namedBindings } = clause;
  const named = namedBindings
    ? ts.isNamespaceImport(namedBindings)
      ? ['*']
      : namedBindings.elements
          .filter((one) => !one.isTypeOnly)
          .map((one) => (one.propertyName ?? one.name).text)
    : [];
  return [...(name ? ['default'] : []), ...named];
}

const isWeb = (module, names) =>
  LIBRARIES.test(module) ? names.length > 0 : WEB.test(module) && names.some((name) => WEB_NAMES.test(name));

/** A use of a global, and not a member of that name. */
function isGlobal(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return GLOBALS.test(parent.expression.getText());
  return !('name' in parent && parent.name === node) || ts.isShorthandPropertyAssignment(parent);
}

function sends(node) {
  if (ts.isIdentifier(node)) return SENDERS.has(node.text) && isGlobal(node);
  if (ts.isImportDeclaration(node)) return isWeb(node.moduleSpecifier.text, namesIn(node));
  if (!ts.isCallExpression(node)) return false;
  const [first] = node.arguments;
  const isLoad =
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    /\b(require|getBuiltinModule)$/.test(node.expression.getText());
  // Where the name is computed, all names in it count.
  const names = isLoad && first ? [...first.getText().matchAll(/['"`]([^'"`]+)['"`]/g)] : [];
  return names.some(([, name]) => isWeb(name, ['*']));
}

const has = (text) => (node) => (ts.isIdentifier(node) || ts.isStringLiteral(node)) && node.text === text;

const isMember = (of, name) => (node) =>
  ts.isPropertyAccessExpression(node) && name.test(node.name.text) && of.test(node.expression.getText());

/** What a file may do only in these places. */
const RULES = [
  {
    what: 'sends requests',
    finds: sends,
    places:
      /^src\/(client|connector|notifier|anchors|http\/oauth|http\/api-docs)\/|^src\/(wallet\/client\/transport|demo\/issuer\/other-wallet|server\/process\/without-undici)\.ts$/,
    remedy: 'use src/client, with one of its transports',
  },
  {
    what: 'reads fieldViolations',
    finds: has('fieldViolations'),
    // The others write it and describe it.
    places: /^src\/(client\/errors|conventions\/status-details|http\/conventions\/status-schema)\.ts$/,
    remedy: 'use ApiError of src/client/errors.ts',
  },
  {
    what: 'imports a parser of CSV',
    finds: (node) =>
      ts.isImportDeclaration(node) &&
      /^(csv-parse|d3-dsv|fast-csv|papaparse)\b/.test(node.moduleSpecifier.text),
    // One for browsers takes more of the page than there is left.
    places: /^$/,
    remedy: 'use src/client/csv.ts',
  },
  {
    what: 'writes a capital first letter',
    finds: isMember(/\.charAt\(0\)$/, /^to(Locale)?UpperCase$/),
    places: /^src\/conventions\/upper-first\.ts$/,
    remedy: 'use src/conventions/upper-first.ts',
  },
  {
    what: 'reads the fragment of the address',
    finds: isMember(/\blocation$/, /^hash$/),
    // It may be a secret, which must not stay in the history.
    places: /^console\/src\/frame\/from-fragment\.ts$/,
    remedy: 'use console/src/frame/from-fragment.ts',
  },
];

/** What a source does that the rules are about. */
export function deedsOf(file, text) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found = new Set();
  const visit = (node) => {
    for (const rule of RULES) if (rule.finds(node)) found.add(rule);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind));
  return [...found].map(({ what, places, remedy }) => ({ file, what, remedy, isAllowed: places.test(file) }));
}

function main() {
  const sources = ['src', 'console/src', 'console/build']
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));
  const own = sources.filter(({ file }) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file));
  const deeds = own.flatMap(({ file, text }) => deedsOf(file, text));
  const say = (name, figure) => process.stdout.write(`${String(figure).padStart(7)}  ${name}\n`);
  const linesIn = (wanted) =>
    sources
      .filter(({ file }) => wanted.test(file))
      .reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  for (const { what } of RULES) say(`files: ${what}`, deeds.filter((deed) => deed.what === what).length);
  say('lines of src and console', linesIn(/./));
  say('lines of src/cli and src/demo', linesIn(/^src\/(cli|demo)\//));
  say('files in src', sources.filter(({ file }) => file.startsWith('src/')).length);
  const wrong = deeds.filter(({ isAllowed }) => !isAllowed);
  for (const { file, what, remedy } of wrong) process.stdout.write(`${file} ${what}; ${remedy}\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
