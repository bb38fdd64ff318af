import { createHash, hash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  NOW,
  newTestIssuer,
  newTestKey,
  seededRandom,
  type TestIssuer,
  TODAY,
  templateSpec,
  VALIDITY,
} from '../../../test/support/formats/test-issuer.ts';
import { DAY } from '../../conventions/time.ts';
import { type CborValue, encode } from '../cbor/index.ts';
import { verifyCoseSign1 } from '../cose/index.ts';
import { encodeMsoStatus } from '../status/index.ts';
import { digestIdRange, permutation, permutationBytes } from './digest-ids.ts';
import {
  createMsoTemplate,
  decodeStaticAuthData,
  deviceKeyInfoFromPoint,
  encodeIssuerSignedItem,
  encodeStaticAuthData,
  type IssuerSignedItem,
  issueMso,
  type MsoIssue,
  type MsoNamespace,
  type MsoTemplateSpec,
  signIssuerAuth,
  staticAuthDataOf,
} from './index.ts';

const device = newTestKey();
let issuer: TestIssuer;
let spec: MsoTemplateSpec;

beforeAll(async () => {
  issuer = await newTestIssuer();
  spec = templateSpec(issuer);
});

const issueOf = (changes: Partial<MsoIssue> = {}): MsoIssue => ({
  ...VALIDITY,
  devicePoint: device.point,
  ...changes,
});
const issued = (changes?: Partial<MsoIssue>, from: MsoTemplateSpec = spec): Uint8Array =>
  issueMso(createMsoTemplate(from), issueOf(changes), issuer.sign) as Uint8Array;
const refusal = (code: string) => expect.objectContaining({ name: 'MdocError', code });

/** A fake signature: deterministic, of the right length, and different for different input. */
const fakeSign = (toBeSigned: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha512').update(toBeSigned).digest());

/** Issues the same MSO structure by structure, without a template. */
async function composed(from: MsoTemplateSpec, issue: MsoIssue, seed: string): Promise<Uint8Array> {
  const random = seededRandom(seed);
  const counts = from.namespaces.map(({ elements }) => elements.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const bytes = new Uint8Array(counts.reduce((sum, count) => sum + permutationBytes(count), 32 * total));
  random(bytes);
  let items = 0;
  let draws = 32 * total;
  const nameSpaces = new Map<string, readonly IssuerSignedItem[]>();
  for (const { name, elements } of from.namespaces) {
    const order = permutation(elements.length, bytes, draws, random);
    draws += permutationBytes(elements.length);
    const first = items;
    nameSpaces.set(
      name,
      elements.map(({ identifier, value }, index) => ({
        digestId: digestIdRange(elements.length).first + order[index]!,
        random: bytes.subarray(32 * (first + index), 32 * (first + index + 1)),
        elementIdentifier: identifier,
        elementValue: value,
      })),
    );
    items += elements.length;
  }
  const digestsOf = (items: readonly IssuerSignedItem[]) =>
    new Map(
      items
        .map((item) => [item.digestId, hash('sha256', encodeIssuerSignedItem(item), 'buffer')] as const)
        .sort(([a], [b]) => a - b),
    );
  const { devicePoint, random: _, status, ...validityInfo } = issue;
  const mso = {
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: new Map([...nameSpaces].map(([name, items]) => [name, digestsOf(items)])),
    deviceKeyInfo: deviceKeyInfoFromPoint(devicePoint),
    docType: from.docType,
    validityInfo,
    ...(status && { status: encodeMsoStatus({ statusList: status }) }),
  } as const;
  const issuerAuth = await signIssuerAuth(mso, from.documentSignerCertificates, fakeSign);
  return encodeStaticAuthData(staticAuthDataOf(nameSpaces, issuerAuth));
}

const name = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const value = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.integer()),
  )
  .map((plain: CborValue) => encode(plain));
const namespace = (maxElements: number): fc.Arbitrary<MsoNamespace> =>
  fc.record({
    name,
    elements: fc.uniqueArray(fc.record({ identifier: name, value }), {
      minLength: 1,
      maxLength: maxElements,
      selector: ({ identifier }) => identifier,
      size: 'max',
    }),
  });
const namespaces = fc.uniqueArray(namespace(30), {
  minLength: 1,
  maxLength: 4,
  selector: (each) => each.name,
});

describe('Issuing an MSO from a template', () => {
  it('a template gives the same bytes as issuing without one, from the same random bytes', async () => {
    const cases = fc.record({
      namespaces,
      docType: name,
      seed: fc.string(),
      days: fc.integer({ min: 1, max: 400 }),
      expectedUpdate: fc.boolean(),
      certificates: fc.integer({ min: 1, max: 3 }),
      status: fc.option(
        fc.record({
          idx: fc.oneof(fc.nat(30), fc.nat(300), fc.nat(2 ** 20 - 1)),
          uri: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 300 }),
        }),
        { nil: undefined },
      ),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, days, expectedUpdate, certificates, status, ...parts }) => {
        const from = {
          ...parts,
          documentSignerCertificates: [issuer.documentSigner, issuer.root, issuer.root].slice(
            0,
            certificates,
          ),
        };
        const issue = issueOf({
          validUntil: TODAY + days * DAY,
          ...(expectedUpdate && { expectedUpdate: TODAY + DAY }),
          ...(status && { status }),
        });
        const random = seededRandom(seed);
        const bytes = await issueMso(createMsoTemplate(from), { ...issue, random }, fakeSign);
        expect(Buffer.compare(bytes, await composed(from, issue, seed))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it.each([1, 232, 233, 300, 2048])(
    'a template gives the same bytes with %i elements in a namespace',
    async (count) => {
      const elements = Array.from({ length: count }, (_, index) => ({
        identifier: `element_${index}`,
        value: encode(index),
      }));
      const from = { ...spec, namespaces: [{ name: 'many', elements }] };
      const random = seededRandom('many');
      const bytes = await issueMso(createMsoTemplate(from), issueOf({ random }), fakeSign);
      expect(Buffer.compare(bytes, await composed(from, issueOf(), 'many'))).toBe(0);
    },
  );

  it('an MSO is signed with the document signer key by ES256, and carries its certificate as a byte string', () => {
    const { issuerAuth } = decodeStaticAuthData(issued());
    expect(verifyCoseSign1(issuerAuth.sign1, issuer.key.publicKey)).toBe(true);
    expect(Buffer.from(issuerAuth.sign1.protectedBytes).toString('hex')).toBe('a10126');
    expect([...issuerAuth.sign1.unprotectedHeader.keys()]).toEqual([33]);
    expect(issuerAuth.sign1.unprotectedHeader.get(33)).toBeInstanceOf(Uint8Array);
  });

  it('all random bytes of an MSO are drawn in one call', () => {
    const lengths: number[] = [];
    const random = (target: Uint8Array) => lengths.push(target.length);
    issued({ random });
    const counts = spec.namespaces.map(({ elements }) => elements.length);
    expect(lengths).toEqual([counts.reduce((sum, count) => sum + 32 * count + 3 * (count - 1), 0)]);
  });

  it('issueMso returns a promise only if the signer returns one', async () => {
    const template = createMsoTemplate(spec);
    expect(issueMso(template, issueOf(), issuer.sign)).toBeInstanceOf(Uint8Array);
    const promised = issueMso(template, issueOf(), (bytes) => Promise.resolve(issuer.sign(bytes)));
    expect(promised).toBeInstanceOf(Promise);
    const { issuerAuth } = decodeStaticAuthData(await promised);
    expect(verifyCoseSign1(issuerAuth.sign1, issuer.key.publicKey)).toBe(true);
  });

  it('MSOs that are issued concurrently do not affect each other', async () => {
    const template = createMsoTemplate(spec);
    const later: (() => void)[] = [];
    const slowSign = (bytes: Uint8Array) =>
      new Promise<Uint8Array>((resolve) => later.push(() => resolve(issuer.sign(bytes))));
    const promises = Array.from({ length: 5 }, () => issueMso(template, issueOf(), slowSign));
    for (const finish of later.reverse()) finish();
    for (const bytes of await Promise.all(promises)) {
      expect(verifyCoseSign1(decodeStaticAuthData(bytes).issuerAuth.sign1, issuer.key.publicKey)).toBe(true);
    }
  });

  it('MSOs issued one after the other from one template equal MSOs that are issued alone', async () => {
    const template = createMsoTemplate(spec);
    const forms = [{ expectedUpdate: TODAY + 20 * DAY }, {}, {}, { expectedUpdate: TODAY + 10 * DAY }];
    for (const [index, form] of forms.entries()) {
      const issue = issueOf(form);
      const seed = `in turn ${index}`;
      const made = issueMso(template, { ...issue, random: seededRandom(seed) }, fakeSign) as Uint8Array;
      expect(Buffer.compare(made, await composed(spec, issue, seed))).toBe(0);
    }
  });

  it('the memory of an issued MSO is not reused', () => {
    const template = createMsoTemplate(spec);
    const signed: Uint8Array[] = [];
    const sign = (bytes: Uint8Array) => {
      signed.push(bytes);
      return issuer.sign(bytes);
    };
    const first = issueMso(template, issueOf(), sign) as Uint8Array;
    const copy = first.slice();
    expect(first.buffer.byteLength).toBe(first.length);
    signed[0]!.fill(0xee);
    first.fill(0xff);
    const second = issueMso(template, issueOf(), issuer.sign) as Uint8Array;
    expect(second.length).toBe(copy.length);
    expect(verifyCoseSign1(decodeStaticAuthData(second).issuerAuth.sign1, issuer.key.publicKey)).toBe(true);
  });

  it('a signer that changes its input cannot change the MSO', () => {
    const template = createMsoTemplate(spec);
    const sign = (bytes: Uint8Array) => {
      const signature = issuer.sign(bytes);
      bytes.fill(0);
      return signature;
    };
    const { sign1 } = decodeStaticAuthData(issueMso(template, issueOf(), sign) as Uint8Array).issuerAuth;
    expect(verifyCoseSign1(sign1, issuer.key.publicKey)).toBe(true);
  });
});

describe('Refusals when issuing an MSO', () => {
  it.each<[string, Partial<MsoIssue>]>([
    ['validFrom before signed', { validFrom: TODAY - DAY }],
    ['an empty validity', { validUntil: TODAY }],
    ['a fraction of a second', { validUntil: TODAY + DAY + 1 }],
    ['a time that is no number', { signed: Number.NaN }],
    ['a year past 9999', { validUntil: Date.UTC(10_000, 0, 1) }],
    ['an expectedUpdate with a fraction', { expectedUpdate: TODAY + 0.5 }],
    ['signed before the document signer certificate', { signed: TODAY - 10 * DAY }],
    [
      'signed after the document signer certificate',
      { signed: TODAY + 500 * DAY, validFrom: TODAY + 500 * DAY, validUntil: TODAY + 501 * DAY },
    ],
  ])('an MSO with a wrong validity is not issued: %s', (_, changes) => {
    expect(() => issued(changes)).toThrow(refusal('invalidValidity'));
  });

  it.each([
    ['a compressed point', device.point.slice(0, 33)],
    ['coordinates without the 04', device.point.slice(1)],
    ['another form', Uint8Array.from(device.point).fill(6, 0, 1)],
  ])('an MSO for a wrong device key is not issued: %s', (_, devicePoint) => {
    expect(() => issued({ devicePoint })).toThrow(refusal('invalidDeviceKey'));
  });

  it('a signature that is not r || s is refused', async () => {
    const template = createMsoTemplate(spec);
    expect(() => issueMso(template, issueOf(), () => new Uint8Array(70))).toThrow(
      refusal('invalidSignature'),
    );
    const late = issueMso(template, issueOf(), () => Promise.resolve(new Uint8Array(63)));
    await expect(late).rejects.toThrow(refusal('invalidSignature'));
  });

  const element = { identifier: 'a', value: encode(1) };
  const with_ = (...elements: MsoNamespace['elements'][number][]) => ({
    namespaces: [{ name: 'n', elements }],
  });
  it.each<[string, string, Partial<MsoTemplateSpec>]>([
    ['no document type', 'invalidDocType', { docType: '' }],
    ['a lone surrogate', 'invalidDocType', { docType: '\ud800' }],
    ['a document type of 257 bytes', 'invalidDocType', { docType: 'x'.repeat(257) }],
    ['no namespace', 'invalidNamespace', { namespaces: [] }],
    ['an empty namespace', 'invalidNamespace', with_()],
    ['a namespace without name', 'invalidNamespace', { namespaces: [{ name: '', elements: [element] }] }],
    [
      'a namespace twice',
      'invalidNamespace',
      { namespaces: [...with_(element).namespaces, ...with_(element).namespaces] },
    ],
    ['an element twice', 'invalidElement', with_(element, element)],
    ['an element without name', 'invalidElement', with_({ ...element, identifier: '' })],
    ['no value', 'invalidElement', with_({ ...element, value: new Uint8Array(0) })],
    [
      'a value that is not shortest',
      'invalidElement',
      with_({ ...element, value: Uint8Array.of(0x18, 0x01) }),
    ],
    ['two values', 'invalidElement', with_({ ...element, value: Uint8Array.of(1, 2) })],
    ['an indefinite value', 'invalidElement', with_({ ...element, value: Uint8Array.of(0x9f, 0xff) })],
    [
      '2049 elements',
      'tooManyElements',
      with_(...Array.from({ length: 2049 }, (_, id) => ({ ...element, identifier: `${id}` }))),
    ],
    ['no certificate', 'invalidCertificate', { documentSignerCertificates: [] }],
    ['no real certificate', 'invalidCertificate', { documentSignerCertificates: [Uint8Array.of(0x30, 0)] }],
  ])('an MSO is not issued from a wrong template: %s', (_, code, changes) => {
    expect(() => createMsoTemplate({ ...spec, ...changes })).toThrow(refusal(code));
  });

  it('error messages hold no values of elements', () => {
    const secret = encode('secret').subarray(0, 4);
    const template = () =>
      createMsoTemplate({ ...spec, ...with_({ identifier: 'family_name', value: secret }) });
    expect(template).toThrow('n/family_name: the value is not CBOR in shortest form');
    expect(NOW).toBeGreaterThan(TODAY);
  });
});
