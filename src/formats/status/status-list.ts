import { promisify } from 'node:util';
import { constants, deflate, inflateSync } from 'node:zlib';
import type { CborValue } from '../cbor/index.ts';
import { MsoStatusError } from '../errors.ts';

/** StatusList of Token Status List 4.1: an entry has `bits` bits, and the first entry the lowest bits of the first byte. */
export interface StatusList {
  readonly bits: 1 | 2 | 4 | 8;
  readonly bytes: Uint8Array;
}

/** 2^24 entries of one bit. A decoder must not inflate more than it is willing to keep. */
const MAX_BYTES = 2 ** 21;

/** The number of bytes of a list of one bit for each entry. */
export const bytesOfEntries = (entries: number): number => Math.ceil(entries / 8);

const deflated = promisify(deflate);

/**
 * The claim of a CWT (Token Status List 4.2). It is compressed in another thread, because that can take 100 ms. The
 * compressed bytes depend on the zlib build.
 */
export async function encodeStatusList({ bits, bytes }: StatusList): Promise<CborValue> {
  const lst = await deflated(bytes, { level: constants.Z_BEST_COMPRESSION });
  return { bits, lst: new Uint8Array(lst.buffer, lst.byteOffset, lst.length) };
}

/** Throws MsoStatusError `invalidList`, or `tooLong` for more than `maxBytes` after inflating. */
export function decodeStatusList(claim: CborValue, maxBytes = MAX_BYTES): StatusList {
  if (!(claim instanceof Map)) throw new MsoStatusError('invalidList', 'the status list is not a map');
  const bits: CborValue = claim.get('bits');
  const lst: CborValue = claim.get('lst');
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) {
    throw new MsoStatusError('invalidList', 'bits is not 1, 2, 4 or 8');
  }
  if (!(lst instanceof Uint8Array)) throw new MsoStatusError('invalidList', 'lst is not a byte string');
  return { bits, bytes: inflated(lst, maxBytes) };
}

/** The status of an entry: 0 is valid, 1 invalid. Throws MsoStatusError `indexOutOfRange`. */
export function statusAt({ bits, bytes }: StatusList, index: number): number {
  const perByte = 8 / bits;
  const byte = Number.isSafeInteger(index) && index >= 0 ? bytes[Math.floor(index / perByte)] : undefined;
  if (byte === undefined)
    throw new MsoStatusError('indexOutOfRange', 'the list has no entry with this index');
  return (byte >> ((index % perByte) * bits)) & (2 ** bits - 1);
}

interface Inflated {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

function inflated(lst: Uint8Array, maxOutputLength: number): Uint8Array {
  let result: Inflated;
  try {
    // With `info`, zlib also tells how many bytes it read.
    result = inflateSync(lst, { maxOutputLength, info: true }) as unknown as Inflated;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new MsoStatusError('tooLong', `lst inflates to more than ${maxOutputLength} bytes`, {
        cause,
      });
    }
    throw new MsoStatusError('invalidList', 'lst is not in zlib format', { cause });
  }
  if (result.engine.bytesWritten !== lst.length) {
    throw new MsoStatusError('invalidList', 'bytes follow the compressed list');
  }
  return result.buffer;
}
