import { MOST_VALUES, valuesIn } from '../../conventions/strict-json.ts';

/** Largest record in an import, far more than a credential can contain. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** The limit of one body, minus the values around the records. */
export const MAX_RECORD_VALUES = MOST_VALUES - 10;

/** Limits of one request. */
const MOST_RECORDS = 100;
const MOST_BYTES = 1.5 * 1024 * 1024;

/** How large a record is as JSON. */
export interface Size {
  readonly bytes: number;
  readonly values: number;
}

export function sizeOf(record: unknown): Size {
  const json = new TextEncoder().encode(record === undefined ? '' : JSON.stringify(record));
  return { bytes: json.length, values: valuesIn(json, MAX_RECORD_VALUES) };
}

/** Splits records so that each request stays below its limits. */
export async function* chunksOf<Sized extends Size>(
  records: AsyncIterable<Sized> | Iterable<Sized>,
): AsyncGenerator<readonly Sized[]> {
  let chunk: Sized[] = [];
  let [bytes, values] = [0, 0];
  const isFullFor = (one: Size) =>
    chunk.length === MOST_RECORDS ||
    bytes + one.bytes > MOST_BYTES ||
    values + one.values > MAX_RECORD_VALUES;
  for await (const one of records) {
    if (chunk.length > 0 && isFullFor(one)) {
      yield chunk;
      [chunk, bytes, values] = [[], 0, 0];
    }
    chunk.push(one);
    bytes += one.bytes;
    values += one.values;
  }
  if (chunk.length > 0) yield chunk;
}
