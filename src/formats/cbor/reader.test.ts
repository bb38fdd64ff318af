import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import {
  type CborErrorCode,
  CborReader,
  type CborValue,
  encode,
  encodeInOrder,
  type ItemKind,
  Tagged,
} from './index.ts';

const fromHex = (hex: string) => Buffer.from(hex, 'hex');
const fail = (code: CborErrorCode) => expect.objectContaining({ name: 'CborError', code });
const read = (value: CborValue) => new CborReader(encodeInOrder(value));

describe('CborReader', () => {
  it('a CborReader reads a structure item by item', () => {
    const reader = read([
      'text',
      Uint8Array.of(1, 2),
      24,
      -500,
      true,
      false,
      null,
      new Tagged(24, 0),
      { key: [1.5] },
      'x',
    ]);
    expect(reader.array()).toBe(10);
    expect(reader.text()).toBe('text');
    expect(reader.bytes()).toStrictEqual(Uint8Array.of(1, 2));
    expect(reader.uint()).toBe(24);
    expect(reader.int()).toBe(-500);
    expect(reader.boolean()).toBe(true);
    expect(reader.boolean()).toBe(false);
    expect(reader.nil()).toBeUndefined();
    expect(reader.tag()).toBe(24);
    expect(reader.int()).toBe(0);
    expect(reader.map()).toBe(1);
    expect(reader.text()).toBe('key');
    expect(reader.value()).toStrictEqual([1.5]);
    expect(() => reader.end()).toThrow(fail('trailingBytes'));
    expect(reader.text()).toBe('x');
    expect(() => reader.end()).not.toThrow();
    expect(() => reader.peek()).toThrow(fail('truncated'));
  });

  it.each<[ItemKind, string]>([
    ['uint', '00'],
    ['negative', '20'],
    ['bytes', '40'],
    ['text', '60'],
    ['array', '80'],
    ['map', 'a0'],
    ['tag', 'c000'],
    ['simple', 'f4'],
    ['simple', 'f6'],
    ['simple', 'f820'],
    ['float', 'f93c00'],
    ['float', 'fa47c35000'],
    ['float', 'fb3ff199999999999a'],
  ])('peek returns %s for %s and consumes nothing', (kind, hex) => {
    const reader = new CborReader(fromHex(hex));
    expect(reader.peek()).toBe(kind);
    expect(reader.offset).toBe(0);
  });

  const METHODS = ['array', 'map', 'text', 'bytes', 'uint', 'boolean', 'tag', 'nil'] as const;
  const SAMPLES: Record<(typeof METHODS)[number] | 'negative' | 'float' | 'undefined', string> = {
    array: '80',
    map: 'a0',
    text: '60',
    bytes: '40',
    uint: '00',
    boolean: 'f4',
    tag: 'c0',
    nil: 'f6',
    negative: '20',
    float: 'f93c00',
    undefined: 'f7',
  };

  it.each(METHODS)('%s refuses items of any other type, and does not consume them', (method) => {
    for (const [kind, hex] of Object.entries(SAMPLES)) {
      const reader = new CborReader(fromHex(hex));
      if (kind === method) {
        expect(() => reader[method]()).not.toThrow();
        expect(reader.offset).toBe(1);
      } else {
        expect(() => reader[method]()).toThrow(fail('unexpectedType'));
        expect(reader.offset).toBe(0);
      }
      expect(() => new CborReader(new Uint8Array(0))[method]()).toThrow(fail('truncated'));
    }
  });

  it('int reads both signs up to 2^53-1, and uint only positive integers', () => {
    expect(read(Number.MAX_SAFE_INTEGER).uint()).toBe(Number.MAX_SAFE_INTEGER);
    expect(read(Number.MAX_SAFE_INTEGER).int()).toBe(Number.MAX_SAFE_INTEGER);
    expect(read(Number.MIN_SAFE_INTEGER).int()).toBe(Number.MIN_SAFE_INTEGER);
    expect(() => read(2n ** 53n).uint()).toThrow(fail('unsupported'));
    expect(() => read(2n ** 64n - 1n).int()).toThrow(fail('unsupported'));
    expect(() => read(-(2n ** 53n)).int()).toThrow(fail('unsupported'));
    expect(() => read('1').int()).toThrow(fail('unexpectedType'));
  });

  it('raw returns the bytes of the next item after the same checks', () => {
    const inner = encode({ a: [1, 'b', new Tagged(24, Uint8Array.of(1))] });
    const bytes = Buffer.concat([fromHex('82'), inner, fromHex('01')]);
    const reader = new CborReader(bytes);
    reader.array();
    const raw = reader.raw();
    expect(raw).toStrictEqual(inner);
    expect(raw.buffer).toBe(bytes.buffer);
    expect(reader.offset).toBe(1 + inner.length);
    expect(reader.uint()).toBe(1);

    const hostile = ['1800', 'a2616101616102', '9fff', '61ff', '81'.repeat(17), '4201', 'f0'];
    for (const hex of hostile)
      expect(() => new CborReader(fromHex(hex)).raw()).toThrow(
        expect.objectContaining({ name: 'CborError' }),
      );
  });

  it('a CborReader checks heads as strictly as decode', () => {
    expect(() => new CborReader(fromHex('9801')).array()).toThrow(fail('nonShortest'));
    expect(new CborReader(fromHex('980100'), { shortestOnly: false }).array()).toBe(1);
    expect(() => new CborReader(fromHex('9f')).array()).toThrow(fail('indefinite'));
    expect(() => new CborReader(fromHex('8201')).array()).toThrow(fail('truncated'));
    expect(() => new CborReader(fromHex('9affffffff')).array()).toThrow(fail('tooManyItems'));
    expect(() => new CborReader(fromHex('a201')).map()).toThrow(fail('truncated'));
    expect(() => new CborReader(fromHex('4201')).bytes()).toThrow(fail('truncated'));
    expect(() => new CborReader(fromHex('61ff')).text()).toThrow(fail('invalidUtf8'));
    expect(() => new CborReader(fromHex('db0020000000000000')).tag()).toThrow(fail('unsupported'));
  });

  it('a CborReader limits the items that it reads in total', () => {
    const reader = new CborReader(fromHex('83010203'), { maxItems: 3 });
    expect(() => reader.array()).toThrow(fail('tooManyItems'));
    const other = new CborReader(fromHex('010203'), { maxItems: 2 });
    other.uint();
    other.uint();
    expect(() => other.uint()).toThrow(fail('tooManyItems'));
    expect(() => new CborReader(fromHex('0102'), { maxBytes: 1 })).toThrow(fail('tooLong'));
  });
});
