import type { HolderImport } from '../../issuer/administration/index.ts';

/** A record that can be sent, and where it stands. */
export interface PlacedHolder {
  readonly place: string;
  readonly holder: HolderImport;
}

/** Below the limits of one request: records, and bytes of its body. */
const MOST_RECORDS = 500;
const MOST_BYTES = 8 * 1024 * 1024;

const bytesOf = ({ holder }: PlacedHolder) => Buffer.byteLength(JSON.stringify(holder));

export async function* chunksOf(
  holders: AsyncIterable<PlacedHolder>,
): AsyncGenerator<readonly PlacedHolder[]> {
  let chunk: PlacedHolder[] = [];
  let bytes = 0;
  for await (const one of holders) {
    const size = bytesOf(one);
    if (chunk.length > 0 && (chunk.length === MOST_RECORDS || bytes + size > MOST_BYTES)) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(one);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
