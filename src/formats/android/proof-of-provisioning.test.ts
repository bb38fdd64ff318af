import { hash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { HARDWARE_SUITE, hex, PROVISIONED, unhex } from '../../../test/support/formats/provisioned.ts';
import { newTestKey } from '../../../test/support/formats/test-issuer.ts';
import { type CborValue, encode } from '../cbor/index.ts';
import {
  type AccessControlProfile,
  decodeProofOfProvisioning,
  differenceToProvisioned,
  encodeProofOfBinding,
  encodeProofOfProvisioning,
  openProofOfProvisioning,
  ProofError,
  type ProofOfProvisioning,
  type Provisioned,
  type ProvisionedDifference,
  type ProvisionedElement,
  signProof,
} from './index.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'ProofError', code });
const device = newTestKey();
const proofOf = (provisioned: Provisioned): ProofOfProvisioning => ({
  ...provisioned,
  testCredential: false,
});
const DIALECTS = ['hardware', 'keystore'] as const;

const name = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' });
const value = fc
  .oneof(fc.string(), fc.integer(), fc.boolean(), fc.uint8Array({ maxLength: 100 }), fc.array(fc.string()))
  .map((plain: CborValue) => encode(plain));
const profiles = fc.uniqueArray(
  fc.record<AccessControlProfile>(
    {
      id: fc.integer({ min: 0, max: 31 }),
      readerCertificate: fc.uint8Array({ minLength: 1, maxLength: 30 }),
      userAuthentication: fc.record({ timeoutMillis: fc.nat() }),
    },
    { requiredKeys: ['id'] },
  ),
  { minLength: 1, maxLength: 6, selector: ({ id }) => id },
);
const provisioned: fc.Arbitrary<Provisioned> = profiles.chain((accessControlProfiles) => {
  const ids = accessControlProfiles.map(({ id }) => id);
  const element = fc.record({ identifier: name, value, accessControlProfiles: fc.subarray(ids) });
  const elements = fc.uniqueArray(element, {
    minLength: 1,
    maxLength: 8,
    selector: (each) => each.identifier,
  });
  const namespaces = fc.uniqueArray(fc.record({ name, elements }), {
    minLength: 1,
    maxLength: 4,
    selector: (each) => each.name,
  });
  return fc.record({ docType: name, accessControlProfiles: fc.constant(accessControlProfiles), namespaces });
});

describe('ProofOfProvisioning', () => {
  it('a ProofOfProvisioning has the bytes and sizes that the hardware test suite expects', () => {
    const payload = encodeProofOfProvisioning(HARDWARE_SUITE);
    expect(hex(payload)).toBe(
      '857350726f6f664f6650726f766973696f6e696e6778186f72672e69736f2e31383031332d352e323031392e6d646c81a162696401a1' +
        '626e7381a3646e616d65694c617374206e616d656576616c756566547572696e6775616363657373436f6e74726f6c50726f66696c65' +
        '738101f5',
    );
    expect(payload).toHaveLength(112);
    expect(hash('sha256', payload)).toBe('e99cbf2d1ef6410e3e14285dd2f2d01d434f328941b5d9eeec827046a982938a');
    const sizeWith = (identifier: string, plain: CborValue, id: number) =>
      encodeProofOfProvisioning({
        ...HARDWARE_SUITE,
        accessControlProfiles: [{ id }],
        namespaces: [
          { name: 'ns', elements: [{ identifier, value: encode(plain), accessControlProfiles: [id] }] },
        ],
      }).length;
    expect(sizeWith('Some Data', 9, 1)).toBe(106);
    expect(sizeWith('Last name', 'T.A.F.K.A.P', 2)).toBe(117);
  });

  it('profiles are written as the device writes them', () => {
    const tail = (dialect: (typeof DIALECTS)[number], timeoutMillis: number) => {
      const accessControlProfiles = [{ id: 1, userAuthentication: { timeoutMillis } }];
      const payload = encodeProofOfProvisioning({ ...HARDWARE_SUITE, accessControlProfiles }, dialect);
      return hex(payload).split('6d646c81')[1]!.split('a1626e73')[0];
    };
    const text = (plain: string) => hex(encode(plain));
    const [required, milliseconds] = [text('userAuthenticationRequired'), text('timeoutMillis')];
    expect(tail('hardware', 0)).toBe(`a3${text('id')}01${required}f5${milliseconds}00`);
    expect(tail('hardware', 5)).toBe(`a3${text('id')}01${required}f5${milliseconds}05`);
    expect(tail('keystore', 0)).toBe(`a2${text('id')}01${text('capabilityType')}01`);
    expect(tail('keystore', 5)).toBe(`a3${text('id')}01${text('capabilityType')}01${text('timeout')}05`);
  });

  it.each(DIALECTS)(
    'decoding and encoding keep the proof %s byte for byte, with its signature',
    async (dialect) => {
      await fc.assert(
        fc.asyncProperty(provisioned, async (sent) => {
          const payload = encodeProofOfProvisioning(proofOf(sent), dialect);
          expect(decodeProofOfProvisioning(payload)).toEqual(proofOf(sent));
          const opened = openProofOfProvisioning(await signProof(payload, device.sign), device.publicKey);
          expect(opened.proof).toEqual(proofOf(sent));
          expect(hex(opened.popSha256)).toBe(hash('sha256', payload));
          expect(differenceToProvisioned(opened.proof, sent)).toBeUndefined();
        }),
        { numRuns: 60 },
      );
    },
  );

  it('values of a proof are returned as the bytes that were sent', () => {
    const payload = encodeProofOfProvisioning(proofOf(PROVISIONED));
    const values = decodeProofOfProvisioning(payload).namespaces.flatMap(({ elements }) => elements);
    const sent = PROVISIONED.namespaces.flatMap(({ elements }) => elements);
    expect(values.map((element) => hex(element.value))).toEqual(sent.map((element) => hex(element.value)));
  });

  it.each<[string, string, string]>([
    ['a ProofOfOwnership', 'wrongKind', '847050726f6f664f664f776e657273686970616141ffF4'],
    ['an empty array', 'wrongKind', '80'],
    ['four members', 'malformed', '847350726f6f664f6650726f766973696f6e696e67616180a0'],
    ['six members', 'malformed', '867350726f6f664f6650726f766973696f6e696e67616180a0f4f4'],
    ['no text in front', 'malformed', '8501616180a0f4'],
    ['a flag that is no boolean', 'malformed', '857350726f6f664f6650726f766973696f6e696e67616180a000'],
    ['data that is no map', 'malformed', '857350726f6f664f6650726f766973696f6e696e6761618080f4'],
    ['bytes after the end', 'malformed', '857350726f6f664f6650726f766973696f6e696e67616180a0f400'],
    ['an indefinite array', 'malformed', '9f7350726f6f664f6650726f766973696f6e696e67616180a0f4ff'],
    [
      'a number that is not shortest',
      'malformed',
      '857350726f6f664f6650726f766973696f6e696e67616181a16269641801a0f4',
    ],
    ['nothing', 'malformed', ''],
  ])('%s is refused: %s', (_, code, payload) => {
    expect(() => decodeProofOfProvisioning(unhex(payload))).toThrow(refusal(code));
  });
});

describe('Comparing a proof with the provisioned data', () => {
  const [first, second] = PROVISIONED.namespaces;
  const withNamespace = (namespace: Provisioned['namespaces'][number]) => ({
    namespaces: [namespace, second!],
  });
  const withElement = (changes: Partial<ProvisionedElement>) =>
    withNamespace({
      ...first!,
      elements: [{ ...first!.elements[0]!, ...changes }, ...first!.elements.slice(1)],
    });
  const [open, locked, reader] = PROVISIONED.accessControlProfiles;

  it.each<[ProvisionedDifference | undefined, string, Partial<ProofOfProvisioning>]>([
    [undefined, 'the same data', {}],
    [undefined, 'namespaces in another order', { namespaces: [second!, first!] }],
    [undefined, 'profiles in another order', { accessControlProfiles: [reader!, open!, locked!] }],
    [undefined, 'profile ids of an element in another order', withElement({ accessControlProfiles: [1, 0] })],
    ['testCredential', 'a test credential', { testCredential: true }],
    ['docType', 'another document type', { docType: 'org.iso.18013.5.1.mdl' }],
    ['accessControlProfiles', 'a profile missing', { accessControlProfiles: [open!, locked!] }],
    [
      'accessControlProfiles',
      'a profile more',
      { accessControlProfiles: [open!, locked!, reader!, { id: 5 }] },
    ],
    ['accessControlProfiles', 'no authentication', { accessControlProfiles: [open!, { id: 1 }, reader!] }],
    [
      'accessControlProfiles',
      'authentication added',
      { accessControlProfiles: [{ ...locked!, id: 0 }, locked!, reader!] },
    ],
    [
      'accessControlProfiles',
      'another timeout',
      { accessControlProfiles: [open!, { id: 1, userAuthentication: { timeoutMillis: 1 } }, reader!] },
    ],
    [
      'accessControlProfiles',
      'another reader',
      { accessControlProfiles: [open!, locked!, { ...reader!, readerCertificate: unhex('3001') }] },
    ],
    ['namespaces', 'a namespace missing', { namespaces: [first!] }],
    ['namespaces', 'a namespace more', { namespaces: [first!, second!, { ...second!, name: 'x' }] }],
    ['namespaces', 'another namespace', { namespaces: [first!, { ...second!, name: 'x' }] }],
    ['elements', 'an element missing', withNamespace({ ...first!, elements: first!.elements.slice(1) })],
    [
      'elements',
      'an element more',
      withNamespace({ ...first!, elements: [...first!.elements, second!.elements[0]!] }),
    ],
    [
      'elementIdentifier',
      'elements in another order',
      withNamespace({ ...first!, elements: first!.elements.toReversed() }),
    ],
    ['elementIdentifier', 'another element', withElement({ identifier: 'given_name' })],
    ['elementValue', 'another value', withElement({ value: encode('Miller') })],
    [
      'elementValue',
      'the same text in another normal form',
      withElement({ value: encode('Müller'.normalize('NFD')) }),
    ],
    ['elementProfiles', 'an element that more readers may read', withElement({ accessControlProfiles: [0] })],
    ['elementProfiles', 'an element that nobody may read', withElement({ accessControlProfiles: [] })],
  ])('differenceToProvisioned returns %s for: %s', (difference, _, changes) => {
    for (const dialect of DIALECTS) {
      const payload = encodeProofOfProvisioning({ ...proofOf(PROVISIONED), ...changes }, dialect);
      expect(differenceToProvisioned(decodeProofOfProvisioning(payload), PROVISIONED)).toBe(difference);
    }
  });
});

describe('A signed ProofOfProvisioning', () => {
  let signed: Uint8Array;
  beforeAll(async () => {
    signed = await signProof(encodeProofOfProvisioning(proofOf(PROVISIONED)), device.sign);
  });

  it('a proof with any byte changed is refused', () => {
    for (let at = 0; at < signed.length; at++) {
      const changed = signed.slice();
      changed[at]! ^= 1 << (at % 8);
      expect(() => openProofOfProvisioning(changed, device.publicKey), `byte ${at}`).toThrow(ProofError);
    }
  });

  it('a proof signed by another key is refused', () => {
    const open = () => openProofOfProvisioning(signed, newTestKey().publicKey);
    expect(open).toThrow(refusal('invalidSignature'));
  });

  it('a proof that is too long is refused before it is decoded', () => {
    const open = (maxBytes: number) => openProofOfProvisioning(signed, device.publicKey, { maxBytes });
    expect(() => open(signed.length - 1)).toThrow(refusal('malformed'));
    expect(open(signed.length).proof.docType).toBe(PROVISIONED.docType);
  });

  it('a ProofOfBinding refers to the proof by the hash of its payload', () => {
    const { popSha256 } = openProofOfProvisioning(signed, device.publicKey);
    expect(hex(encodeProofOfBinding(popSha256))).toBe(
      `826e50726f6f664f6642696e64696e675820${hex(popSha256)}`,
    );
  });
});
