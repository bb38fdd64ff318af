import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decode, Encoded, encode, encodeInOrder, Tagged } from '../cbor/index.ts';
import {
  completeStaticAuthData,
  decodeIssuerSigned,
  decodeIssuerSignedItem,
  encodeIssuerSignedItem,
  type IssuerSignedItem,
  staticAuthDataOf,
  withElementValue,
} from './index.ts';

const SAMPLE = new URL('../../../test/vectors/mdoc-ts/bdr_issuer_signed.hex', import.meta.url);
const BUNDESDRUCKEREI = new Uint8Array(Buffer.from(readFileSync(SAMPLE, 'utf8').trim(), 'hex'));

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const item: IssuerSignedItem = {
  digestId: 24,
  random: new Uint8Array(32).fill(0xaa),
  elementIdentifier: 'family_name',
  elementValue: encode('Doe'),
};
const wrapped = (members: ReadonlyMap<string, Encoded>): Uint8Array =>
  encodeInOrder(new Tagged(24, encodeInOrder(members)));
const members = (entries: Readonly<Record<string, string>>) =>
  wrapped(
    new Map(Object.entries(entries).map(([key, value]) => [key, new Encoded(Buffer.from(value, 'hex'))])),
  );

describe('IssuerSignedItemBytes', () => {
  it('IssuerSignedItemBytes is tag 24 around digestID, random, elementIdentifier and elementValue, in this order', () => {
    const text = (value: string) => Buffer.from(value).toString('hex');
    const inner =
      `a468${text('digestID')}1818` +
      `66${text('random')}5820${'aa'.repeat(32)}` +
      `71${text('elementIdentifier')}6b${text('family_name')}` +
      `6c${text('elementValue')}63${text('Doe')}`;
    expect(hex(encodeIssuerSignedItem(item))).toBe(`d8185864${inner}`);
    expect(inner.length / 2).toBe(0x64);
  });

  it('an item that was encoded is decoded to the same item', () => {
    expect(decodeIssuerSignedItem(encodeIssuerSignedItem(item))).toEqual(item);
  });

  it('a changed copy of an item is encoded again, and the original keeps its bytes', () => {
    const bytes = encodeIssuerSignedItem(item);
    const read = decodeIssuerSignedItem(bytes);
    const changed = encodeIssuerSignedItem({ ...read, digestId: 25 });
    expect(hex(changed)).toBe(hex(bytes).replace('1818', '1819'));
    expect(hex(encodeIssuerSignedItem(read))).toBe(hex(bytes));
  });

  it("replacing a value keeps the order of the item's members", () => {
    const bytes = members({
      random: `50${'11'.repeat(16)}`,
      digestID: '05',
      elementValue: 'f6',
      elementIdentifier: '6161',
    });
    const filled = encodeIssuerSignedItem(withElementValue(decodeIssuerSignedItem(bytes), encode(['x', 1])));
    const inner = decode((decode(filled) as Tagged).value as Uint8Array) as ReadonlyMap<string, unknown>;
    expect([...inner.keys()]).toEqual(['random', 'digestID', 'elementValue', 'elementIdentifier']);
    expect(inner.get('elementValue')).toEqual(['x', 1]);
    expect(inner.get('digestID')).toBe(5);
  });

  it("element values are removed and restored byte for byte, also in another issuer's member order", () => {
    const { nameSpaces, issuerAuth } = decodeIssuerSigned(BUNDESDRUCKEREI);
    const data = staticAuthDataOf(nameSpaces!, issuerAuth);
    const stripped = [...data.digestIdMapping.values()].flat();
    expect(stripped.map(({ elementValue }) => hex(elementValue))).toEqual(stripped.map(() => 'f6'));
    const completed = completeStaticAuthData(
      data,
      (namespace, identifier) =>
        nameSpaces!.get(namespace)!.find(({ elementIdentifier }) => elementIdentifier === identifier)
          ?.elementValue,
    );
    for (const [name, items] of nameSpaces!) {
      expect(completed.nameSpaces!.get(name)!.map(encodeIssuerSignedItem).map(hex)).toEqual(
        items.map(encodeIssuerSignedItem).map(hex),
      );
    }
  });

  it('a value that the issuer fixed in the mapping stays', () => {
    const { issuerAuth } = decodeIssuerSigned(BUNDESDRUCKEREI);
    const data = { digestIdMapping: new Map([['n', [item]]]), issuerAuth };
    const completed = completeStaticAuthData(data, () => encode('another'));
    expect(completed.nameSpaces!.get('n')).toEqual([item]);
  });

  const whole = { digestID: '05', random: '41ff', elementIdentifier: '6161', elementValue: 'f6' };
  it.each<[string, Uint8Array]>([
    ['without tag', encode(new Map([['digestID', 1]]))],
    ['of another tag', encode(new Tagged(25, encode(1)))],
    ['without a member', members({ digestID: '05', random: '41ff', elementIdentifier: '6161' })],
    ['with another member', members({ ...whole, more: '01' })],
    ['with a negative digestID', members({ ...whole, digestID: '20' })],
    ['with random as text', members({ ...whole, random: '6161' })],
    ['with bytes after the map', encodeInOrder(new Tagged(24, Uint8Array.of(0xa0, 0)))],
    ['with indefinite length', Buffer.from('d8185f40ff', 'hex')],
  ])('an item with %s is refused', (_, bytes) => {
    expect(() => decodeIssuerSignedItem(bytes)).toThrow(
      expect.objectContaining({ name: 'MdocError', code: 'malformed' }),
    );
  });
});
