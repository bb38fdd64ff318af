import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from './cli-errors.ts';

const MIB = 1024 * 1024;

/** In bytes. What people write fits; a device or a pipe without an end does not fill the memory. */
export const LARGEST = { settings: 16 * MIB, table: 512 * MIB } as const;

const PART = 64 * 1024;
const STANDARD_INPUT = 0;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** The number of bytes read; 0 at the end. */
function readPart(descriptor: number, into: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, into);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // The pipe is non-blocking and still empty.
      Atomics.wait(PAUSE, 0, 0, 10);
    }
  }
}

function bytesOf(descriptor: number, name: string, most: number): Buffer {
  const parts: Buffer[] = [];
  for (let size = 0; ; ) {
    const part = Buffer.allocUnsafe(PART);
    const length = readPart(descriptor, part);
    if (length === 0) return Buffer.concat(parts);
    size += length;
    if (size > most) throw new UsageError(`${name} is larger than ${most / MIB} MiB, the most that is read`);
    parts.push(part.subarray(0, length));
  }
}

interface Reading {
  /** In bytes. */
  readonly most?: number;
  /** `-` is the standard input. */
  readonly orInput?: boolean;
  /** What messages call the file. */
  readonly name?: string;
}

/** The bytes of a file. @throws UsageError if it cannot be read, or is too large */
export function readBytes(
  path: string,
  { most = LARGEST.settings, orInput = false, name = path }: Reading = {},
): Buffer {
  const isInput = orInput && path === '-';
  let descriptor: number | undefined;
  try {
    descriptor = isInput ? STANDARD_INPUT : openSync(path, 'r');
    return bytesOf(descriptor, name, most);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'ENOENT' ? `there is no file ${name}` : `${name} cannot be read (${code})`);
  } finally {
    if (descriptor !== undefined && !isInput) closeSync(descriptor);
  }
}

/** The text of a file. @throws UsageError if it cannot be read, or is too large */
export const readText = (path: string, reading: Reading = {}): string =>
  readBytes(path, reading).toString('utf8');
