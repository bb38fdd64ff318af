import { CborError, CborReader, type DecodeOptions } from '../cbor/index.ts';
import { MdocError, ProofError } from '../errors.ts';

/**
 * Longest document type, namespace or element identifier that identity credential hardware accepts, in bytes
 * of UTF-8.
 */
const MAX_NAME_BYTES = 256;

export const isName = (text: string): boolean =>
  text.length > 0 && text.isWellFormed() && Buffer.byteLength(text) <= MAX_NAME_BYTES;

export const hasRepeats = (items: readonly unknown[]): boolean => new Set(items).size < items.length;

/**
 * Whether `bytes` is one CBOR item with definite lengths and shortest heads, so that it stays the same when a
 * device encodes it again.
 */
export function isShortestCbor(bytes: Uint8Array): boolean {
  try {
    const reader = new CborReader(bytes);
    reader.raw();
    reader.end();
    return true;
  } catch (error) {
    if (error instanceof CborError) return false;
    throw error;
  }
}

export type FieldReader<T> = (reader: CborReader) => T;
type Fields = { readonly [name: string]: FieldReader<unknown> };
type Values<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> };
type NoFields = Record<never, FieldReader<unknown>>;

/** Members of a CDDL map with text keys. Other members are refused unless `others` is `skip`. */
export interface MapShape<R extends Fields, O extends Fields> {
  readonly required: R;
  readonly optional?: O;
  readonly others?: 'refuse' | 'skip';
}

/** Makes the error of one family of structures. Its cause is the CborError, if there was one. */
export type Refusal = (message: string, options?: ErrorOptions) => Error;

/** Decoders that throw only errors made by `refuse`. Messages name only structures and members. */
export interface StructureDecoder {
  /** Reads the only item in `bytes` with `read`. */
  item<T>(structure: string, bytes: Uint8Array, read: FieldReader<T>, options?: DecodeOptions): T;
  /** The next item of `reader`, a map of the given shape. */
  map<R extends Fields, O extends Fields = NoFields>(
    structure: string,
    reader: CborReader,
    shape: MapShape<R, O>,
  ): Values<R> & Partial<Values<O>>;
}

export function structureDecoder(refuse: Refusal): StructureDecoder {
  return {
    item(structure, bytes, read, options) {
      try {
        const reader = new CborReader(bytes, options);
        const value = read(reader);
        reader.end();
        return value;
      } catch (error) {
        if (error instanceof CborError) throw refuse(`${structure}: ${error.message}`, { cause: error });
        throw error;
      }
    },
    map(structure, reader, shape) {
      const readers: Fields = { ...shape.optional, ...shape.required };
      const values: Record<string, unknown> = {};
      const seen = new Set<string>();
      for (let left = reader.map(); left > 0; left--) {
        const key = reader.text();
        if (seen.size === seen.add(key).size) throw refuse(`${structure}: a member is repeated`);
        const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
        if (read !== undefined) values[key] = read(reader);
        else if (shape.others === 'skip') reader.raw();
        else throw refuse(`${structure}: unknown member`);
      }
      for (const key of Object.keys(shape.required)) {
        if (!seen.has(key)) throw refuse(`${structure}: ${key} is missing`);
      }
      return values as Values<typeof shape.required> & Partial<Values<NonNullable<typeof shape.optional>>>;
    },
  };
}

/** Decodes the structures of ISO 18013-5. */
export const mdocDecoder = structureDecoder(
  (message, options) => new MdocError('malformed', message, options),
);

/** For proofs that a device signs about its credential. */
export const proofDecoder = structureDecoder(
  (message, options) => new ProofError('malformed', message, options),
);
