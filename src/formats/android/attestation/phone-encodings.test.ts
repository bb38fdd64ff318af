import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Choose,
  type Element,
  elementOf,
  phoneEncoding,
} from '../../../../test/support/formats/phone-encoding.ts';
import { CREDENTIAL_KEY, makeTestChain, verdict } from '../../../../test/support/formats/test-chain.ts';
import {
  DEVIATIONS,
  type DerReader,
  type Deviation,
  derWriter,
  PHONE,
  readDer,
  TAG,
} from '../../der/index.ts';
import { ecdsaSignatureToDer } from '../../ec/index.ts';
import {
  encodeName,
  isSameName,
  parseCertificate,
  parseName,
  parsePhoneCertificate,
} from '../../x509/index.ts';
import {
  AttestationError,
  type AttestationPolicy,
  describeKeystoreKey,
  encodeKeyDescription,
  KEYSTORE_KEY_NAME,
  type KeyDescription,
  parseKeyDescription,
  readAuthorizationList,
  verifyKeyAttestation,
} from './index.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

/** Chooses by the numbers, again and again. */
function chooser(numbers: readonly number[]): Choose {
  let at = 0;
  return (most) => numbers[at++ % numbers.length]! % (most + 1);
}
const choices = fc.array(fc.nat(255), { minLength: 1, maxLength: 97 });

const description = describeKeystoreKey(CREDENTIAL_KEY);
const made = await makeTestChain({ description, commonName: KEYSTORE_KEY_NAME });
const policy: AttestationPolicy = { ...made.policy, requireIdentityCredentialKey: false };

/** Splitting a set repeats its tag, so the tags are not ascending. */
const withoutOrder = ({ softwareEnforced, hardwareEnforced, ...rest }: KeyDescription) => {
  const [software, hardware] = [softwareEnforced, hardwareEnforced].map(
    ({ areTagsOrdered: _, ...list }) => list,
  );
  return { ...rest, software, hardware };
};

/** The chain with each certificate but the root encoded otherwise, and signed by the same key. */
function encodedByPhones(choose: Choose): readonly Uint8Array[] {
  return made.certificates.map((certificate, index) => {
    if (index === made.certificates.length - 1) return certificate.der;
    const [tbs, algorithm] = elementOf(certificate.der).contents as readonly [Element, Element];
    const signed = phoneEncoding(tbs, choose);
    const signer = made.keys[index + 1]!;
    const signature = phoneEncoding(
      elementOf(ecdsaSignatureToDer(signer.sign(signed) as Uint8Array)),
      choose,
    );
    const outer = [signed, phoneEncoding(algorithm, choose), derWriter.bitString(signature)];
    return derWriter.sequence(...outer);
  });
}

describe('What phones encode, compared with DER', () => {
  it('every permitted encoding of a chain gives the same reading', () => {
    const expected = verifyKeyAttestation(made.chain, policy);
    fc.assert(
      fc.property(choices, (numbers) => {
        const result = verifyKeyAttestation(encodedByPhones(chooser(numbers)), policy);
        expect(withoutOrder(result.description)).toEqual(withoutOrder(expected.description));
        const { description: _, leaf: __, ...rest } = result;
        expect(expected).toMatchObject(rest);
      }),
      { numRuns: 40 },
    );
  });

  it('every permitted encoding of a key description gives the same reading', () => {
    const element = elementOf(encodeKeyDescription(description));
    fc.assert(
      fc.property(choices, (numbers) => {
        const read = parseKeyDescription(phoneEncoding(element, chooser(numbers)));
        expect(withoutOrder(read)).toEqual(
          withoutOrder(parseKeyDescription(encodeKeyDescription(description))),
        );
      }),
    );
  });

  it('certificates that phones did not make are read as DER only', () => {
    const [leaf] = encodedByPhones(() => 1);
    expect(() => parsePhoneCertificate(leaf!)).not.toThrow();
    expect(() => parseCertificate(leaf!)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  const samples: Readonly<
    Record<
      Deviation,
      readonly [bytes: string, read: (reader: DerReader) => unknown, value: unknown] | undefined
    >
  > = {
    trueOctet: ['01 01 01', (reader) => reader.boolean(), true],
    paddedInteger: ['02 03 000002', (reader) => reader.smallInteger(), 2],
    longLength: ['04 82 0001 ab', (reader) => reader.octetString(), hex('ab')],
    unusedBits: ['03 02 07ff', (reader) => reader.bitString().octets, hex('80')],
    // of certificates: see the tests of the chain and of the authentication key
    ecdsaNull: undefined,
    missingSign: undefined,
  };

  it.each(Object.keys(DEVIATIONS) as Deviation[])(
    '%s is let pass for phones and refused in DER',
    (deviation) => {
      const sample = samples[deviation];
      if (!sample) return;
      const [bytes, read, value] = sample;
      expect(readDer(hex(bytes), read, new Set([deviation]))).toEqual(value);
      const others = [...PHONE].filter((other) => other !== deviation);
      expect(() => readDer(hex(bytes), read, new Set(others))).toThrow();
    },
  );
});

describe('What phones must not encode', () => {
  const encoded = encodeKeyDescription(description);
  const whole = Buffer.from(encoded).toString('hex');
  const rootOfTrust = whole.slice(whole.indexOf('bf8540'), whole.indexOf('bf8541'));
  const inHardware = (change: (entries: Uint8Array) => Uint8Array): Uint8Array =>
    readDer(encoded, (reader) => {
      const fields = reader.sequence();
      const before = Array.from({ length: 7 }, () => fields.element());
      const list = fields.content(TAG.sequence);
      return derWriter.sequence(...before, derWriter.sequence(change(list)));
    });
  /** The hardware-enforced list with some octets in the place of others. */
  const replaced = (...changes: readonly string[]): Uint8Array =>
    inHardware((list) => {
      let text = Buffer.from(list).toString('hex');
      for (let at = 0; at < changes.length; at += 2) {
        expect(text).toContain(changes[at]);
        text = text.replace(changes[at]!, changes[at + 1]!.replaceAll(' ', ''));
      }
      return hex(text);
    });
  const appended = (entry: Uint8Array): Uint8Array => inHardware((list) => Buffer.concat([list, entry]));

  it.each<[string, Uint8Array]>([
    ['rootOfTrust twice', appended(hex(rootOfTrust))],
    [
      'a second rootOfTrust in a longer length',
      appended(hex(rootOfTrust.replace(/^bf8540../, 'bf8540814c'))),
    ],
    ['algorithm twice', appended(hex('a203020103'))],
    ['an application twice', appended(hex('bf8545023000'.repeat(2)))],
    ['a flag twice', appended(hex('bf83770205 00'))],
    [
      'deviceLocked of two octets',
      replaced('bf85404c304a0420', 'bf85404d304b0420', '0101ff0a0100', '0102ffff0a0100'),
    ],
    [
      'deviceLocked without an octet',
      replaced('bf85404c304a0420', 'bf85404b30490420', '0101ff0a0100', '01000a0100'),
    ],
    ['an indefinite length', replaced('a5083106020104020106', 'a5803106020104020106 0000')],
    ['an indefinite length of a set', replaced('a5083106020104020106', 'a50a3180020104020106 0000')],
    ['an octet string in parts', replaced('0420', '2420')],
    ['an integer without octets', replaced('a203020103', 'a2020200')],
    ['an integer of 257 octets', replaced('a203020103', `a2820105 02820101${'00'.repeat(256)}03`)],
    ['a set in the place of an integer', replaced('a203020103', 'a2053103020103')],
    ['an integer in the place of a set', replaced('a5083106020104020106', 'a503020104')],
    ['octets after a set', replaced('a5083106020104020106', 'a50a3106020104020106 0500')],
    ['a tag in a longer form', replaced('a203020103', 'bf0203020103')],
    ['octets after the description', Buffer.concat([encoded, hex('00')])],
  ])('a key description with %s is refused', (_, bytes) => {
    expect(() => parseKeyDescription(bytes)).toThrow(AttestationError);
    expect(() => parseKeyDescription(bytes)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  it('a boot loader that is not locked is read as such', () => {
    const { hardwareEnforced } = parseKeyDescription(replaced('0101ff0a0100', '0101000a0100'));
    expect(hardwareEnforced.rootOfTrust?.deviceLocked).toBe(false);
  });
});

describe('Quirks of phones', () => {
  const listOf = (...entries: readonly Uint8Array[]) =>
    readDer(derWriter.sequence(...entries), readAuthorizationList, PHONE);
  const { explicit, integer, setOf } = derWriter;

  it('the sets of a repeated tag are one set', () => {
    const vector = new URL(
      '../../../../test/vectors/android-key-attestation/repeated_digest.txt',
      import.meta.url,
    );
    const list = readDer(Buffer.from(readFileSync(vector, 'utf8'), 'base64'), readAuthorizationList);
    expect(list).toMatchObject({ digest: [1, 4], areTagsOrdered: false });
    const purposes = listOf(
      explicit(1, setOf(integer(2))),
      explicit(2, integer(3)),
      explicit(1, setOf(integer(2), integer(3))),
    );
    expect(purposes.purpose).toEqual([2, 3]);
  });

  it('a tag of 28 bits is kept', () => {
    const list = listOf(explicit(0xfffffff, integer(1)));
    expect([...list.unknown!.keys()]).toEqual([0xfffffff]);
  });

  it('a repeated purpose does not hide another use of an identity credential key', async () => {
    const hardwareEnforced = { ...description.hardwareEnforced, identityCredentialKey: true as const };
    const key = await makeTestChain({ description: { ...description, hardwareEnforced } });
    expect(verdict(key.chain, key.policy)).toBe('wrongPurpose');
  });

  it.each([
    ['another string type', { title: 'TEE', serialNumber: 'Ab c' }, true],
    ['another value', { title: 'TEE', serialNumber: 'Ab d' }, false],
    ['an attribute less', { serialNumber: 'Ab c' }, false],
  ])('a name is compared by its attributes: %s', (_, name, isSame) => {
    const { sequence, objectIdentifier, printableString, utf8String } = derWriter;
    const attribute = (oid: string, value: Uint8Array) => setOf(sequence(objectIdentifier(oid), value));
    const theirs = sequence(
      attribute('2.5.4.12', printableString('tee')),
      attribute('2.5.4.5', utf8String(' AB  C')),
    );
    expect(isSameName(parseName(encodeName(name)), parseName(theirs))).toBe(isSame);
  });
});
