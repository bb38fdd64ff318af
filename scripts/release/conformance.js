// Tests this version with its own conformance cases: npm run release:conformance -- --help
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SignJWT } from 'jose';
import { SANDBOX_REVOKED_SERIAL } from '../../src/wallet/sandbox-root.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(root, 'bin/diptych.js');
const HELP = `Usage: npm run release:conformance -- [--to FOLDER] [--sign-key FILE]

Starts a server of this version with settings as in production, runs all cases of the profile full against it, and writes
report.json, junit.xml, report.html and SHA256SUMS into FOLDER. Cases that move the clock of the issuer are not run.

Options:
  --to FOLDER      where to write (default: ../diptych-VERSION/conformance)
  --sign-key FILE  sign SHA256SUMS with this Ed25519 private key in PEM
  --help           prints this text

Example:
  npm run release:conformance -- --to /srv/releases/0.3.0/conformance

Exit codes: 0 no case failed, 1 a case failed, 2 a wrong option, 3 a server did not start.
`;
const EXIT = { usage: 2, failed: 3 };
/** SHA-256 of the certificate that the simulated wallet's package is signed with. */
const WALLET_SIGNER = 'f0fd6c5b410f25cb25c3b53346c8972fae30f8ee7411df910480ad6b2d60db83';
const PLATFORM = 'https://platform.example';
const ISSUER = 'Sandbox_US_MDL';
const HOURS = 3600;
/** Characters of the log that are printed. */
const MOST_LOG = 4000;

function optionsOf(args) {
  try {
    const text = { type: 'string' };
    return parseArgs({ args, options: { to: text, 'sign-key': text, help: { type: 'boolean' } } }).values;
  } catch (error) {
    process.stderr.write(`conformance: ${error.message}\n`);
    return process.exit(EXIT.usage);
  }
}

/** Writes the configuration into the folder. Returns the access token of a caller. */
async function configure(folder) {
  const file = (name, value) => {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value), {
      mode: 0o600,
    });
    return join(folder, name);
  };
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256' };
  // JSON is YAML too.
  file('diptych.yaml', {
    data: join(folder, 'data'),
    port: 0,
    adminPort: 0,
    issuer: {
      plaintext: false,
      attestation: {
        revocationList: file('revoked.json', {
          entries: { [SANDBOX_REVOKED_SERIAL]: { status: 'REVOKED' } },
        }),
        applications: [{ package: 'com.google.android.gms', digest: WALLET_SIGNER }],
      },
      byDocumentType: { 'eu.europa.ec.eudi.pid.1': { decisions: 'manual' } },
      callers: { jwks: file('jwks.json', { keys: [key] }), issuer: PLATFORM },
    },
  });
  file('hooks.token', Buffer.from(publicKey.export({ format: 'der', type: 'spki' })).toString('hex'));
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(PLATFORM)
    .setAudience(ISSUER)
    .setIssuedAt(now)
    .setExpirationTime(now + HOURS)
    .sign(privateKey);
}

const started = [];

/**
 * Starts a command of Diptych that goes on, with its log in a file. Resolves to the address in the line that begins with
 * these words.
 */
async function start(log, words, ...args) {
  const child = spawn(process.execPath, [BIN, ...args], {
    stdio: ['ignore', 'pipe', openSync(log, 'a', 0o600)],
  });
  started.push(child);
  let text = '';
  for await (const part of child.stdout) {
    text += part;
    const [, address] = new RegExp(`^${words} +(http://[^/\\s]+)`, 'm').exec(text) ?? [];
    if (address) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error(`diptych ${args[0]} did not start:\n${readFileSync(log, 'utf8').slice(-MOST_LOG)}`);
}

async function stopAll() {
  for (const child of started.toReversed()) {
    if (child.exitCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

async function test(folder, to, signKey) {
  const token = await configure(folder);
  const log = join(folder, 'log');
  const baseUrl = await start(log, 'issuer panel', 'serve', '--config', join(folder, 'diptych.yaml'));
  const tokenFile = ['--hooks-token-file', join(folder, 'hooks.token')];
  const data = ['--data', join(folder, 'data')];
  const hooks = await start(
    log,
    'hooks at',
    'conformance',
    'hooks',
    '--port',
    '0',
    '--held-type',
    'pid',
    ...tokenFile,
    ...data,
  );
  const setup = ['--setup', 'testRoot', 'encryptionRequired', 'revocationList', 'applicationSigners'];
  const header = ['--header', `authorization: Bearer ${token}`];
  const where = [
    '--base-url',
    baseUrl,
    '--issuer',
    ISSUER,
    '--hooks',
    hooks,
    ...tokenFile,
    ...header,
    ...setup,
  ];
  const how = [
    '--profile',
    'full',
    '--rate',
    '0',
    '--report',
    to,
    ...(signKey ? ['--sign-key', signKey] : []),
  ];
  const child = spawn(process.execPath, [BIN, 'conformance', ...where, ...how], { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  return status;
}

const options = optionsOf(process.argv.slice(2));
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'diptych-conformance-'));
try {
  process.exitCode = await test(
    folder,
    resolve(root, options.to ?? `../diptych-${version}/conformance`),
    options['sign-key'],
  );
} catch (error) {
  process.stderr.write(`conformance: ${error.message}\n`);
  process.exitCode = EXIT.failed;
} finally {
  await stopAll();
  rmSync(folder, { recursive: true, force: true });
}
