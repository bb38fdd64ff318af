import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CodedError } from '../../conventions/errors.ts';
import { Malformed } from './read.ts';
import { deviceToJson, FORMAT, readSavedWallet, VERSION, versionOf, type Wallet } from './saved-wallet.ts';

export type { Wallet } from './saved-wallet.ts';

export type StateFileErrorCode = 'missing' | 'unreadable' | 'unwritable' | 'malformed' | 'unsupportedVersion';

/** The state file cannot be used. The message never contains its content. */
export class StateFileError extends CodedError<StateFileErrorCode> {}

const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Throws StateFileError. */
export function parseWallet(text: string): Wallet {
  let json: unknown;
  try {
    json = text.length > MAX_CHARACTERS ? undefined : JSON.parse(text);
  } catch {
    throw new StateFileError('malformed', 'the state file is not JSON');
  }
  const version = versionOf(json);
  if (version === undefined) throw new StateFileError('malformed', 'this is no state file of a wallet');
  if (version !== VERSION) {
    throw new StateFileError(
      'unsupportedVersion',
      `the state file is of version ${version}; this is ${VERSION}`,
    );
  }
  try {
    const { issuer, device } = readSavedWallet(json, '');
    return { issuer, device };
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new StateFileError('malformed', `the state file is ${cause.message}`, { cause });
  }
}

export function formatWallet({ issuer, device }: Wallet): string {
  return `${JSON.stringify({ format: FORMAT, version: VERSION, issuer, device: deviceToJson(device) }, null, 2)}\n`;
}

/** Throws StateFileError; `missing` if the file does not exist. */
export function readWallet(path: string): Wallet {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isMissing) throw new StateFileError('missing', `there is no state file ${path}`, { cause });
    throw new StateFileError('unreadable', `the state file ${path} cannot be read`, { cause });
  }
  return parseWallet(text);
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Replaces the file durably. Only its owner can read it, because it contains keys and personal data. */
export function writeWallet(path: string, wallet: Wallet): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    rmSync(temporary, { force: true });
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, formatWallet(wallet));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
    sync(dirname(path));
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new StateFileError('unwritable', `the state file ${path} cannot be written`, { cause });
  }
}
