import { readFileSync } from 'node:fs';
import { CodedError } from '../../conventions/errors.ts';
import { replaceFile } from '../../files/whole-file.ts';
import type { VciState } from '../openid4vci/state.ts';
import { Malformed, type Read } from './read.ts';
import { readSavedVciWallet, VCI_FORMAT, VCI_VERSION, vciStateToJson } from './saved-vci-wallet.ts';
import { deviceToJson, FORMAT, readSavedWallet, VERSION, type Wallet } from './saved-wallet.ts';

export type { Wallet } from './saved-wallet.ts';

export type StateFileErrorCode = 'missing' | 'unreadable' | 'unwritable' | 'malformed' | 'unsupportedVersion';

/** The state file cannot be used. The message never contains its content. */
export class StateFileError extends CodedError<StateFileErrorCode> {}

const MAX_CHARACTERS = 64 * 1024 * 1024;

interface Kind<T> {
  readonly format: string;
  readonly version: number;
  readonly read: Read<T>;
}

const DEVICE = { format: FORMAT, version: VERSION, read: readSavedWallet };
const VCI = { format: VCI_FORMAT, version: VCI_VERSION, read: readSavedVciWallet };

interface Header {
  readonly format?: unknown;
  readonly version?: unknown;
}

function parsed(text: string): Header {
  try {
    return (text.length > MAX_CHARACTERS ? undefined : JSON.parse(text)) ?? {};
  } catch {
    throw new StateFileError('malformed', 'the state file is not JSON');
  }
}

function valueIn<T>(json: Header, { format, version, read }: Kind<T>): T {
  if (json.format !== format || !Number.isInteger(json.version))
    throw new StateFileError('malformed', 'this is no state file of a wallet, or one of the other channel');
  if (json.version !== version)
    throw new StateFileError(
      'unsupportedVersion',
      `the state file is of version ${json.version}; this is ${version}`,
    );
  try {
    return read(json, '');
  } catch (cause) {
    if (!(cause instanceof Malformed)) throw cause;
    throw new StateFileError('malformed', `the state file is ${cause.message}`, { cause });
  }
}

/** Throws StateFileError. */
export function parseWallet(text: string): Wallet {
  const { issuer, device } = valueIn(parsed(text), DEVICE);
  return { issuer, device };
}

const print = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export const formatWallet = ({ issuer, device }: Wallet): string =>
  print({ format: FORMAT, version: VERSION, issuer, device: deviceToJson(device) });

/** Throws StateFileError; `missing` if the file does not exist. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isMissing) throw new StateFileError('missing', `there is no state file ${path}`, { cause });
    throw new StateFileError('unreadable', `the state file ${path} cannot be read`, { cause });
  }
}

/** Throws StateFileError; `missing` if the file does not exist. */
export const readWallet = (path: string): Wallet => parseWallet(textOf(path));

/** The wallet by OpenID4VCI in a state file. Throws StateFileError. */
export const readVciWallet = (path: string): VciState => valueIn(parsed(textOf(path)), VCI).wallet;

/** Whether the state file is of a wallet by OpenID4VCI. Throws StateFileError; `missing` if it does not exist. */
export const isVciWallet = (path: string): boolean => parsed(textOf(path)).format === VCI_FORMAT;

/** Replaces the file durably. Only its owner can read it, because it contains keys and personal data. */
function write(path: string, text: string): void {
  try {
    replaceFile(path, text, { mode: 0o600 });
  } catch (cause) {
    throw new StateFileError('unwritable', `the state file ${path} cannot be written`, { cause });
  }
}

export const writeWallet = (path: string, wallet: Wallet): void => write(path, formatWallet(wallet));

export const writeVciWallet = (path: string, wallet: VciState): void =>
  write(path, print({ format: VCI_FORMAT, version: VCI_VERSION, wallet: vciStateToJson(wallet) }));
