import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CborValue, decode, encode } from '../cbor/index.ts';
import {
  bytesOfEntries,
  decodeStatusList,
  encodeStatusList,
  MsoStatusError,
  type StatusList,
  statusAt,
} from './index.ts';

const vectors = new URL('../../../test/vectors/status-list/', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, vectors), 'utf8').trim();
const listIn = (name: string) => decodeStatusList(decode(Buffer.from(text(name), 'hex')));
const refusal = (code: string) => expect.objectContaining({ name: 'MsoStatusError', code });

/** Entries that are not 0, by index, of the long examples of the draft. */
const LONG_1 = [0, 1993, 25460, 159495, 495669, 554353, 645645, 723232, 854545, 934534, 1000345];
const LONG_2 = [1, 2, 1, 3, 1, 1, 2, 1, 1, 2, 3];

function setEntries(list: StatusList): readonly (readonly [number, number])[] {
  const entries = (list.bytes.length * 8) / list.bits;
  return Array.from({ length: entries }, (_, index) => [index, statusAt(list, index)] as const).filter(
    ([, status]) => status !== 0,
  );
}

describe('Status lists of the Token Status List draft', () => {
  it('the example of 16 entries has the lowest bit of each byte first', () => {
    const list = listIn('status_list_encoding_cbor.hex');
    expect(Buffer.from(list.bytes).toString('hex')).toBe('b9a3');
    const statuses = Array.from({ length: 16 }, (_, index) => statusAt(list, index));
    expect(statuses.join('')).toBe('1001110111000101');
  });

  it('the examples of 2, 4 and 8 bits have the entries of the draft', () => {
    const first = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => statusAt(listIn(name), index));
    expect(first('status_list_encoding2_cbor.hex', 12)).toEqual([1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]);
    expect(setEntries(listIn('status_list_encoding1_long_cbor.hex'))).toEqual(
      LONG_1.map((index) => [index, 1]),
    );
    expect(setEntries(listIn('status_list_encoding2_long_cbor.hex'))).toEqual(
      LONG_1.map((index, at) => [index, LONG_2[at]]),
    );
    expect(listIn('status_list_encoding4_cbor.hex').bits).toBe(4);
    expect(listIn('status_list_encoding8_cbor.hex').bits).toBe(8);
  });

  it('the JSON form holds the same compressed list', () => {
    const { bits, lst } = JSON.parse(text('draft20_1bit_long.json'));
    const claim = new Map<CborValue, CborValue>([
      ['bits', bits],
      ['lst', Buffer.from(lst, 'base64url')],
    ]);
    expect(setEntries(decodeStatusList(claim))).toEqual(LONG_1.map((index) => [index, 1]));
  });

  it('the token in JWT form holds the list of 16 entries', () => {
    const [, payload = ''] = text('draft20_status_list.jwt').split('.');
    const { sub, status_list } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const claim = new Map<CborValue, CborValue>([
      ['bits', status_list.bits],
      ['lst', Buffer.from(status_list.lst, 'base64url')],
    ]);
    expect(sub).toBe('https://example.com/statuslists/1');
    expect(decodeStatusList(claim)).toEqual(listIn('status_list_encoding_cbor.hex'));
  });
});

describe('Encoding and decoding a status list', () => {
  const anyList = fc.record({
    bits: fc.constantFrom(1 as const, 2 as const, 4 as const, 8 as const),
    bytes: fc.uint8Array({ maxLength: 300 }),
  });
  const claimOf = async (list: StatusList) => decode(encode(await encodeStatusList(list)));

  it('any list is the same after encoding and decoding', async () => {
    await fc.assert(
      fc.asyncProperty(anyList, async (list) => {
        const decoded = decodeStatusList(await claimOf(list));
        expect(decoded.bits).toBe(list.bits);
        expect(Buffer.compare(decoded.bytes, list.bytes)).toBe(0);
      }),
    );
  });

  it('an index beyond the end is refused', () => {
    const list: StatusList = { bits: 1, bytes: new Uint8Array(bytesOfEntries(16)) };
    expect(statusAt(list, 15)).toBe(0);
    for (const index of [16, -1, 1.5, Number.NaN, 2 ** 53])
      expect(() => statusAt(list, index)).toThrow(refusal('indexOutOfRange'));
  });

  it('a small list that inflates to more than the limit is refused', () => {
    const bomb = new Map<CborValue, CborValue>([
      ['bits', 1],
      ['lst', deflateSync(Buffer.alloc(2 ** 21 + 1))],
    ]);
    expect(() => decodeStatusList(bomb)).toThrow(refusal('tooLong'));
    expect(decodeStatusList(bomb, 2 ** 21 + 1).bytes.length).toBe(2 ** 21 + 1);
  });

  it('bytes after the compressed list are refused', () => {
    const lst = Buffer.concat([deflateSync(Buffer.alloc(2)), Buffer.of(0)]);
    const claim = new Map<CborValue, CborValue>([
      ['bits', 1],
      ['lst', lst],
    ]);
    expect(() => decodeStatusList(claim)).toThrow(refusal('invalidList'));
  });

  it('hostile bytes are decoded or refused by name', () => {
    const claim = fc.record({ bits: fc.integer({ max: 9 }), lst: fc.uint8Array({ maxLength: 64 }) });
    fc.assert(
      fc.property(fc.oneof(claim, fc.constant(1)), (value) => {
        try {
          decodeStatusList(decode(encode(value as CborValue)));
        } catch (error) {
          expect(error).toBeInstanceOf(MsoStatusError);
        }
      }),
    );
  });
});
