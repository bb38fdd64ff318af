import { CodedError } from '../../../conventions/errors.ts';
import { isObject } from '../../../conventions/json.ts';
import { parseStrictJson } from '../../../conventions/strict-json.ts';

export type RevocationListErrorCode = 'malformed' | 'tooLong';

export class RevocationListError extends CodedError<RevocationListErrorCode> {}

/** Status of a serial number; a chain with any listed certificate is refused, even if SUSPENDED. */
export interface RevocationEntry {
  readonly status: string;
  readonly reason?: string;
}

/** Revoked serial numbers in lower-case hex without leading zeros. */
export type RevocationList = ReadonlyMap<string, RevocationEntry>;

const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_ENTRIES = 200_000;
const SERIAL = /^[0-9a-f]{1,160}$/;

/** Reads the published attestation status list, JSON `{"entries": {<serial>: {"status", "reason"}}}`. */
export function parseRevocationList(json: string): RevocationList {
  if (json.length > MAX_CHARACTERS) throw new RevocationListError('tooLong', 'revocation list is too long');
  const entries = Object.entries(entriesOf(parseJson(json)));
  if (entries.length > MAX_ENTRIES)
    throw new RevocationListError('tooLong', 'revocation list has too many entries');
  const list = new Map<string, RevocationEntry>();
  for (const [key, value] of entries) {
    const entry = readEntry(value);
    for (const serial of serialsOf(key.toLowerCase())) list.set(serial, entry);
  }
  return list;
}

export const findRevocation = (list: RevocationList, serialNumber: Uint8Array): RevocationEntry | undefined =>
  list.get(withoutLeadingZeros(Buffer.from(serialNumber).toString('hex')));

// Keys should be hexadecimal, but some old ones are decimal. So a key of digits only is read both ways.
function serialsOf(key: string): readonly string[] {
  if (!SERIAL.test(key))
    throw new RevocationListError('malformed', 'revocation list: key is no serial number');
  const hex = withoutLeadingZeros(key);
  return /^[0-9]+$/.test(key) ? [hex, BigInt(key).toString(16)] : [hex];
}

const withoutLeadingZeros = (hex: string): string => hex.replace(/^0+(?=.)/, '');

function parseJson(json: string): unknown {
  try {
    return parseStrictJson(json);
  } catch (error) {
    throw new RevocationListError('malformed', 'revocation list is not JSON', { cause: error });
  }
}

function entriesOf(document: unknown): Readonly<Record<string, unknown>> {
  const { entries } = isObject(document) ? document : {};
  if (!isObject(entries)) throw new RevocationListError('malformed', 'revocation list has no entries member');
  return entries;
}

function readEntry(value: unknown): RevocationEntry {
  const { status, reason } = isObject(value) ? value : {};
  if (typeof status !== 'string')
    throw new RevocationListError('malformed', 'revocation list: entry without status');
  return typeof reason === 'string' ? { status, reason } : { status };
}
