import { createReadStream } from 'node:fs';

const NEW_LINE = 0x0a;

/** A line without its end; `bytes` is absent where it is longer than was asked for. */
export interface Line {
  readonly number: number;
  readonly bytes?: Buffer;
}

/** The lines of a file; of one that is too long nothing is kept. `longest` in bytes. */
export async function* linesOf(path: string, longest: number): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size > longest) parts = [];
    else parts.push(part);
  };
  const line = (): Line => (size > longest ? { number } : { number, bytes: Buffer.concat(parts) });
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      keep(chunk.subarray(start, end));
      yield line();
      [number, parts, size, start] = [number + 1, [], 0, end + 1];
    }
    keep(chunk.subarray(start));
  }
  if (size > 0) yield line();
}
