import { readSync } from 'node:fs';
import { UsageError } from './exit.ts';

/** More than any secret and less than a file that was piped in by mistake; bytes. */
const LONGEST = 8192;

const STANDARD_INPUT = 0;
const NEWLINE = 0x0a;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** One byte, so that what follows the line is left for whoever reads next. False at the end. */
function readByte(into: Uint8Array): boolean {
  for (;;) {
    try {
      return readSync(STANDARD_INPUT, into) === 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return false;
      if (code !== 'EAGAIN') throw error;
      // The pipe does not block, and nothing is in it yet.
      Atomics.wait(PAUSE, 0, 0, 10);
    }
  }
}

/** The next line of the standard input, without its end. `what` names it where there is none. */
export function readLine(what: string): string {
  const [byte, bytes] = [new Uint8Array(1), [] as number[]];
  while (readByte(byte) && byte[0] !== NEWLINE) {
    if (bytes.length === LONGEST) throw new UsageError(`the ${what} on the standard input is too long`);
    bytes.push(byte[0] as number);
  }
  const line = Buffer.from(bytes).toString('utf8').replace(/\r$/, '');
  if (line !== '') return line;
  throw new UsageError(`the standard input has no ${what}; write it there as one line`);
}
