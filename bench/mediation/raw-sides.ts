import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Work } from '../harness/measure.ts';
import { auditOf, changed, groupOf } from './sample.ts';
import { LINES } from './sizes.ts';

const sizeOf = (...values: readonly object[]) =>
  values.reduce((sum: number, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0);

const GROUP = groupOf(0, LINES);
const CHANGED = changed(GROUP);

/** Bytes of a write: the stored group and the audit log entry. */
const SIZES = {
  rawRow: sizeOf(auditOf(GROUP)),
  rawCreate: sizeOf(GROUP, auditOf(GROUP)),
  rawPatch: sizeOf(CHANGED, auditOf(CHANGED, GROUP)),
} as const;
export type RawSide = keyof typeof SIZES | 'rawOver';

/** Approximate size of a database's write-ahead log, which is overwritten from its beginning. */
const OVERWRITTEN = 4 << 20;

/** Durable writes to files of the folder with Node only: appended and, for one size, overwriting existing bytes. */
export function rawSides(folder: string) {
  const opened: number[] = [];
  const file = (name: string) => {
    const descriptor = openSync(join(folder, name), 'w', 0o600);
    opened.push(descriptor);
    return descriptor;
  };
  const append = (name: keyof typeof SIZES): Work => {
    const [descriptor, bytes] = [file(name), randomBytes(SIZES[name])];
    return () => {
      writeSync(descriptor, bytes);
      fdatasyncSync(descriptor);
    };
  };
  const over = (): Work => {
    const [descriptor, bytes] = [file('rawOver'), randomBytes(SIZES.rawCreate)];
    writeSync(descriptor, randomBytes(OVERWRITTEN));
    let at = 0;
    return () => {
      at = at + 2 * bytes.length > OVERWRITTEN ? 0 : at + bytes.length;
      writeSync(descriptor, bytes, 0, bytes.length, at);
      fdatasyncSync(descriptor);
    };
  };
  const sides: Readonly<Record<RawSide, Work>> = {
    rawRow: append('rawRow'),
    rawCreate: append('rawCreate'),
    rawPatch: append('rawPatch'),
    rawOver: over(),
  };
  return { sides, close: () => opened.forEach(closeSync) };
}
