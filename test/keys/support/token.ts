import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/softhsm/libsofthsm.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
];

function canBeLoaded(name: string): boolean {
  try {
    createRequire(import.meta.url)(name);
    return true;
  } catch {
    return false;
  }
}

const modulePath = (): string | undefined => MODULES.find((path) => existsSync(path));

export const hasSoftHsm = (): boolean =>
  modulePath() !== undefined && spawnSync('softhsm2-util', ['--version']).status === 0;

/** Why this machine has no token; undefined if it has one. */
export function tokenMissing(): string | undefined {
  if (!hasSoftHsm()) return 'SoftHSM is not installed (apt-get install softhsm2)';
  return canBeLoaded('pkcs11js')
    ? undefined
    : 'pkcs11js was not built (it needs a C++ compiler and Python; then npm ci)';
}

export const TOKEN_MISSING = tokenMissing();

export interface TestToken {
  readonly module: string;
  readonly tokenLabel: string;
  readonly pin: string;
  /** The folder with the token's objects. */
  readonly folder: string;
  /** The environment variables with which another process finds the token. */
  readonly environment: Readonly<Record<string, string>>;
  /** The settings of a server that keeps its keys in this token. */
  readonly settings: Readonly<Record<string, unknown>>;
  remove(): void;
}

/** SoftHSM reads SOFTHSM2_CONF whenever it starts, so this process then finds only the newest token. */
export function makeToken(tokenLabel = 'diptych-test'): TestToken {
  const root = mkdtempSync(join(tmpdir(), 'diptych-token-'));
  const folder = join(root, 'tokens');
  mkdirSync(folder);
  const conf = join(root, 'softhsm2.conf');
  writeFileSync(conf, `directories.tokendir = ${folder}\nobjectstore.backend = file\nlog.level = ERROR\n`);
  process.env.SOFTHSM2_CONF = conf;
  const pin = '271828';
  const args = ['--init-token', '--free', '--label', tokenLabel, '--so-pin', '31415926', '--pin', pin];
  const done = spawnSync('softhsm2-util', args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`softhsm2-util: ${done.stderr}`);
  const module = modulePath() ?? '';
  return {
    module,
    tokenLabel,
    pin,
    folder,
    environment: { SOFTHSM2_CONF: conf },
    settings: {
      'keys.custody': 'pkcs11',
      'keys.pkcs11.module': module,
      'keys.pkcs11.tokenLabel': tokenLabel,
      'keys.pkcs11.pin': pin,
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
