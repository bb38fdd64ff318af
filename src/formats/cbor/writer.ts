import { Buffer } from 'node:buffer';
import { CborError } from '../errors.ts';
import { MAJOR, writeHead } from './head.ts';

const INITIAL_BYTES = 16 * 1024;
const KEPT_BYTES = 256 * 1024;
const SHORT_TEXT = 48;

let kept: Buffer | undefined;

/** A growing buffer. `release` passes it to the next writer; nested writers have their own buffers. */
export class Writer {
  bytes: Buffer;
  length = 0;

  constructor() {
    this.bytes = kept ?? Buffer.allocUnsafeSlow(INITIAL_BYTES);
    kept = undefined;
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  head(major: number, n: number): void {
    this.reserve(9);
    this.length = writeHead(this.bytes, this.length, major, n);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  byteString(value: Uint8Array): void {
    this.head(MAJOR.bytes, value.length);
    this.raw(value);
  }

  text(value: string): void {
    if (value.length <= SHORT_TEXT && this.#shortAscii(value)) return;
    const size = Buffer.byteLength(value);
    if (size > value.length && !value.isWellFormed()) {
      throw new CborError('unencodable', this.length, 'CBOR cannot hold text with a lone surrogate');
    }
    this.head(MAJOR.text, size);
    this.reserve(size);
    this.bytes.write(value, this.length, size, size === value.length ? 'latin1' : 'utf8');
    this.length += size;
  }

  #shortAscii(value: string): boolean {
    const count = value.length;
    this.reserve(count + 9);
    const bytes = this.bytes;
    let position = writeHead(bytes, this.length, MAJOR.text, count);
    for (let index = 0; index < count; index++) {
      const unit = value.charCodeAt(index);
      if (unit >= 0x80) return false;
      bytes[position++] = unit;
    }
    this.length = position;
    return true;
  }

  /** A copy of the written bytes. */
  finish(): Uint8Array {
    return new Uint8Array(this.bytes.subarray(0, this.length));
  }

  /** Passes the buffer on to the next writer. */
  release(): void {
    if (this.bytes.length <= KEPT_BYTES) kept = this.bytes;
  }
}
