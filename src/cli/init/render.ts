import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { hostUrls } from '../../storage/postgres/hosts.ts';
import { UsageError } from '../cli-errors.ts';
import { organisation } from './organisation.ts';
import { type Answers, BOTH, runsIssuer } from './questions.ts';
import { quoted, type Secret, secretOf } from './secret.ts';

const PIN = /^[A-Za-z0-9+/]{43}=$/;

/** The pin of a caller: as it is, or of a certificate. */
function pinOf(caller: string): string {
  if (PIN.test(caller) && !existsSync(caller)) return caller;
  try {
    const spki = new X509Certificate(readFileSync(caller)).publicKey.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(spki).digest('base64');
  } catch {
    throw new UsageError(`--caller: ${caller} is neither a pin nor a certificate in PEM`);
  }
}

/** The address may name several hosts. @throws UsageError */
function checkDatabaseUrl(text: string): void {
  const urls = hostUrls(text).map((url) => URL.parse(url));
  if (!urls.every((url) => url && /^postgres(ql)?:$/.test(url.protocol)))
    throw new UsageError('--database must be sqlite, or begin with postgres://');
  if (urls.some((url) => url?.password !== ''))
    throw new UsageError('--database must not have the password; use --database-password-file');
}

/** Callers are separated by commas. */
const pinsOf = (callers = '') => callers.split(',').map((caller) => pinOf(caller.trim()));

const PASSWORD_SECRET = 'secrets/database.password';

function database({ database = 'sqlite', databasePasswordFile, databasePassword }: Answers) {
  if (database === 'sqlite')
    return { lines: ['# SQLite in the data folder. For PostgreSQL, set database.url.'], secrets: [] };
  checkDatabaseUrl(database);
  const lines = ['database:', `  url: ${quoted(database)}`];
  const password = secretOf(databasePasswordFile, databasePassword);
  if (password === undefined) return { lines, secrets: [] };
  return {
    lines: [...lines, `  passwordFile: ${quoted(PASSWORD_SECRET)}`],
    secrets: [{ name: PASSWORD_SECRET, text: `${password}\n` }],
  };
}

const PIN_SECRET = 'secrets/token.pin';

function custody({ custody, module, tokenLabel, tokenPinFile, tokenPin }: Answers) {
  if (custody === 'files') {
    const lines = [
      '  # Keys are files in the data folder, which whoever reads it can copy.',
      '  custody: files',
      '  extractable: true',
    ];
    return { lines, secrets: [] };
  }
  const secrets = tokenPinFile === undefined ? [{ name: PIN_SECRET, text: `${tokenPin}\n` }] : [];
  const lines = [
    '  # Keys are made in the token and never leave it.',
    '  custody: pkcs11',
    '  # The key above those that encrypt records. Without the token, nobody can read them: back the token up.',
    '  recordMaster: pkcs11',
    '  pkcs11:',
    `    module: ${quoted(module)}`,
    `    tokenLabel: ${quoted(tokenLabel)}`,
    `    pinFile: ${quoted(tokenPinFile ?? PIN_SECRET)}`,
  ];
  return { lines, secrets };
}

const listeners = ({ tls, certificate, key }: Answers): readonly string[] =>
  tls === 'files'
    ? [
        '# Apps, browsers and clients connect to this port with TLS. Renewed files are read without a restart.',
        'host: 0.0.0.0',
        'port: 8443',
        'tls:',
        `  certificate: ${quoted(certificate)}`,
        `  key: ${quoted(key)}`,
      ]
    : ['# A proxy on this machine ends TLS and connects to this port.', 'host: 127.0.0.1', 'port: 8080'];

const issuerListener = ({ tls }: Answers): readonly string[] =>
  tls === 'files'
    ? [
        '  # The wallet platform connects to this port, which asks for client certificates.',
        '  host: 0.0.0.0',
        '  port: 18443',
      ]
    : [];

const proxies = ({ tls, proxy }: Answers): readonly string[] =>
  tls === 'proxy'
    ? [
        '    # The proxy passes on client certificates in the header Client-Cert, and removes that header from requests.',
        `    proxies: [${quoted(proxy)}]`,
      ]
    : [];

/** Without it, all callers of the panels would share the limits of the proxy's address. */
const addressHeader = ({ tls }: Answers): readonly string[] =>
  tls === 'proxy'
    ? [
        "  # The proxy must set this header to the caller's address, whatever a client sends: limits count by its last entry.",
        '  addressHeader: X-Forwarded-For',
      ]
    : [];

const issuer = (answers: Answers): readonly string[] => [
  'issuer:',
  '  # These are in certificates for years.',
  `  id: ${quoted(answers.issuerId)}`,
  `  name: ${quoted(answers.issuerName)}`,
  `  country: ${quoted(answers.country)}`,
  `  certificateUri: ${quoted(answers.certificateUri)}`,
  ...issuerListener(answers),
  '  callers:',
  '    # SHA-256 of the public keys of client certificates. Add the next pin before a certificate changes.',
  '    pins:',
  ...pinsOf(answers.caller).map((pin) => `      - ${quoted(pin)}`),
  ...proxies(answers),
  '  attestation:',
  '    # Download it every few hours: docs/operate/production.md.',
  `    revocationList: ${quoted(answers.revocationList)}`,
  '',
];

const interfaces = ({ interfaces: chosen = BOTH }: Answers): readonly string[] =>
  chosen === BOTH ? [] : ['# The other interface is absent.', `interfaces: [${chosen}]`];

/** A configuration with comments, and the secrets that belong into files of their own. */
export function renderConfiguration(answers: Answers, data: string) {
  const { lines: store, secrets: storeSecrets } = database(answers);
  const { lines: keys, secrets: keySecrets } = custody(answers);
  const { lines: signIn, secrets: signInSecrets } = organisation(answers);
  const lines = [
    '# Made by diptych init. docs/reference/configuration.md describes all settings.',
    'profile: production',
    `data: ${quoted(data)}`,
    ...interfaces(answers),
    '',
    ...listeners(answers),
    '# The administration is on loopback only; use a tunnel, or set adminTls.',
    'adminPort: 8081',
    '',
    ...store,
    '',
    ...(runsIssuer(answers) ? issuer(answers) : []),
    'keys:',
    ...keys,
    '',
    '# Where the audit log is anchored outside of this server, so that nobody here can replace it unnoticed:',
    '# docs/operate/anchors.md.',
    '# audit:',
    '#   anchors:',
    '#     - { kind: folder, path: /mnt/anchors }',
    '',
    'oauth:',
    '  # Where operators and users of the mediation panel sign in.',
    `  issuerUrl: ${quoted(answers.signIn)}`,
    ...addressHeader(answers),
    '',
    ...signIn,
  ];
  return {
    text: lines.join('\n'),
    secrets: [...storeSecrets, ...keySecrets, ...signInSecrets] as readonly Secret[],
  };
}
