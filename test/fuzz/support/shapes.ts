import { gzipSync } from 'node:zlib';
import { runs } from '../../support/runs.ts';

/** JSON text of about this many bytes, in forms that are expensive to read. */
export const SHAPES = {
  'one text': (bytes) => JSON.stringify('x'.repeat(bytes)),
  'escaped text': (bytes) => `"${'\\u0000'.repeat(bytes / 6)}"`,
  'escaped quotes': (bytes) => `"${'\\"'.repeat(bytes / 2)}"`,
  'empty lists': (bytes) => `[${'[],'.repeat(bytes / 3)}[]]`,
  'empty objects': (bytes) => `[${'{},'.repeat(bytes / 3)}{}]`,
  'distinct members': (bytes) => {
    const members = Array.from({ length: bytes / 12 }, (_, index) => `"${index.toString(36)}":[]`);
    return `{${members.join(',')}}`;
  },
  'one member again': (bytes) => `{${'"a":[],'.repeat(bytes / 7)}"a":1}`,
  'deep lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'deep objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  numbers: (bytes) => `[${'1e-7,'.repeat(bytes / 5)}1]`,
  'long number': (bytes) => '7'.repeat(Math.max(1, bytes)),
  blanks: (bytes) => `${' '.repeat(bytes)}1`,
} as const satisfies Readonly<Record<string, (bytes: number) => string>>;

export type Shape = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as readonly Shape[];

/**
 * The forms in which the operation with this number gets its largest body. One parser reads the bodies of all operations,
 * so each operation gets three forms, which differ from those of the next; release tests send all.
 */
export function shapesOf<One extends Shape>(operation: number, among: readonly One[]): readonly One[] {
  const count = runs(3);
  return among.filter((_, index) => (index + count * operation) % among.length < count);
}

/** JSON values that have caused problems somewhere. */
export const NASTY = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1e300',
  '1e400',
  '1.5',
  '""',
  '"-1"',
  '"9223372036854775808"',
  '9007199254740993',
  '"__proto__"',
  '"constructor"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e\\u0301\\ufeff"',
  '"a/../b%2F"',
  '"<script>\'; drop table"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"__proto__":{"a":1}}',
  '{"":{}}',
  '{"a":1,"a":2}',
  '"*"',
  '"Infinity"',
] as const;

export const zipped = (text: string | Buffer) => gzipSync(text, { level: 9 });
