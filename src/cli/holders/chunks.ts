import type { HolderImport } from '../../issuer/administration/index.ts';

/** A record that can be sent, and where it stands. */
export interface PlacedHolder {
  readonly place: string;
  readonly holder: HolderImport;
  /** Of its JSON. */
  readonly bytes: number;
}

/** Far above what a credential can hold. */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** Below the limits of one request: records, and bytes of its body. */
const MOST_RECORDS = 500;
const MOST_BYTES = 8 * 1024 * 1024;

export async function* chunksOf(
  holders: AsyncIterable<PlacedHolder>,
): AsyncGenerator<readonly PlacedHolder[]> {
  let chunk: PlacedHolder[] = [];
  let bytes = 0;
  for await (const one of holders) {
    if (chunk.length > 0 && (chunk.length === MOST_RECORDS || bytes + one.bytes > MOST_BYTES)) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(one);
    bytes += one.bytes;
  }
  if (chunk.length > 0) yield chunk;
}
