import {
  createECDH,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from 'node:crypto';
import { DAY } from '../../../src/conventions/time.ts';
import { type CborValue, encode, Tagged } from '../../../src/formats/cbor/index.ts';
import type { RawSigner } from '../../../src/formats/cose/index.ts';
import { pointFromPublicKey } from '../../../src/formats/ec/index.ts';
import type { MsoNamespace, MsoTemplateSpec, RandomSource } from '../../../src/formats/mdoc/index.ts';
import {
  makeDocumentSignerCertificate,
  makeIacaCertificate,
  newSerialNumber,
  parseCertificate,
} from '../../../src/formats/x509/index.ts';

/** Deterministic bytes, which depend on `seed` and on how many bytes were taken before. */
export function seededRandom(seed: string): RandomSource {
  let block = 0;
  return (target) => {
    for (let at = 0; at < target.length; at += 32) {
      const bytes = createHash('sha256').update(`${seed} ${block++}`).digest();
      target.set(bytes.subarray(0, target.length - at), at);
    }
  };
}

/** The P-256 private key with this scalar. */
export function privateKeyFromHex(d: string): KeyObject {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(d, 'hex');
  const point = ecdh.getPublicKey();
  const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: base64url(point.subarray(1, 33)),
      y: base64url(point.subarray(33)),
      d: base64url(Buffer.from(d, 'hex')),
    },
  });
}

export const NOW = Date.UTC(2026, 10, 20, 12);
export const TODAY = Date.UTC(2026, 10, 20);
export const DOC_TYPE = 'org.iso.18013.5.1.mDL';
export const MDL = 'org.iso.18013.5.1';
export const AAMVA = 'org.iso.18013.5.1.aamva';

export const VALIDITY = { signed: TODAY, validFrom: TODAY, validUntil: TODAY + 30 * DAY } as const;

export interface TestKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly point: Uint8Array;
  readonly sign: (toBeSigned: Uint8Array) => Uint8Array;
}

export function newTestKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return {
    privateKey,
    publicKey,
    point: pointFromPublicKey(publicKey),
    sign: (toBeSigned) => signBytes('sha256', toBeSigned, key),
  };
}

export interface TestIssuer {
  readonly root: Uint8Array;
  readonly rootKey: TestKey;
  readonly documentSigner: Uint8Array;
  readonly sign: RawSigner & TestKey['sign'];
  readonly key: TestKey;
}

export async function newTestIssuer(): Promise<TestIssuer> {
  const [rootKey, key] = [newTestKey(), newTestKey()];
  const common = {
    createdAt: NOW,
    contact: { uri: 'https://issuer.example' },
    crlUri: 'https://issuer.example/crl',
  };
  const root = await makeIacaCertificate(
    {
      ...common,
      subjectPoint: rootKey.point,
      serialNumber: newSerialNumber(new Uint8Array(16).fill(0x35)),
      country: 'US',
      stateOrProvince: 'US-UT',
      commonName: 'Utopia IACA',
    },
    rootKey.sign,
  );
  const documentSigner = await makeDocumentSignerCertificate(
    {
      ...common,
      subjectPoint: key.point,
      serialNumber: newSerialNumber(new Uint8Array(16).fill(0x36)),
      iaca: parseCertificate(root),
      commonName: 'Utopia DS',
    },
    rootKey.sign,
  );
  return { root, rootKey, documentSigner, sign: key.sign, key };
}

const elements = (values: Readonly<Record<string, CborValue>>) =>
  Object.entries(values).map(([identifier, value]) => ({ identifier, value: encode(value) }));

export const NAMESPACES: readonly MsoNamespace[] = [
  {
    name: MDL,
    elements: elements({
      family_name: 'Müller',
      given_name: 'Erika',
      birth_date: new Tagged(1004, '1984-01-26'),
      issue_date: new Tagged(0, '2026-01-01T00:00:00Z'),
      expiry_date: new Tagged(1004, '2031-01-01'),
      issuing_country: 'US',
      issuing_jurisdiction: 'US-UT',
      document_number: '1234567',
      portrait: new Uint8Array(700).fill(7),
      driving_privileges: [{ vehicle_category_code: 'B', issue_date: new Tagged(1004, '2010-04-05') }],
      height: 171,
      age_over_18: true,
    }),
  },
  { name: AAMVA, elements: elements({ domestic_driving_privileges: [], DHS_compliance: 'F', sex: 2 }) },
];

export const templateSpec = (issuer: TestIssuer): MsoTemplateSpec => ({
  docType: DOC_TYPE,
  namespaces: NAMESPACES,
  documentSignerCertificates: [issuer.documentSigner],
});

/** The values that the holder stores, by namespace and element. */
export const storedValue = (namespace: string, identifier: string): Uint8Array | undefined =>
  NAMESPACES.find(({ name }) => name === namespace)?.elements.find(
    (element) => element.identifier === identifier,
  )?.value;
