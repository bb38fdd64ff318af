import { generateKeyPairSync, hash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  DOC_TYPE,
  MDL,
  NOW,
  newTestIssuer,
  newTestKey,
  type TestIssuer,
  TODAY,
  VALIDITY,
} from '../../../test/support/formats/test-issuer.ts';
import { DAY } from '../../conventions/time.ts';
import { type CborValue, decode, encode, encodeInOrder, Tagged } from '../cbor/index.ts';
import { signCoseSign1 } from '../cose/index.ts';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  decodeIssuerAuth,
  decodeMobileSecurityObject,
  deviceKeyInfoFromPoint,
  devicePoint,
  encodeIssuerSignedItem,
  encodeMobileSecurityObject,
  type IssuerSignedItem,
  type MobileSecurityObject,
  signIssuerAuth,
  verifyDeviceResponse,
  verifyIssuerSigned,
} from './index.ts';

const device = newTestKey();
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await newTestIssuer();
});

const item = (
  digestId: number,
  elementIdentifier: string,
  value: CborValue,
  length = 32,
): IssuerSignedItem => ({
  digestId,
  random: new Uint8Array(length).fill(digestId),
  elementIdentifier,
  elementValue: encode(value),
});
const ITEMS = [item(0, 'family_name', 'Doe'), item(1, 'issuing_country', 'US')];

function msoOf(
  changes: Partial<MobileSecurityObject> = {},
  items: readonly IssuerSignedItem[] = ITEMS,
): MobileSecurityObject {
  const { digestAlgorithm = 'SHA-256' } = changes;
  const { hash: name } = DIGEST_ALGORITHMS[digestAlgorithm];
  const digests = items.map(
    (each) => [each.digestId, hash(name, encodeIssuerSignedItem(each), 'buffer')] as const,
  );
  return {
    version: '1.0',
    digestAlgorithm,
    valueDigests: new Map([[MDL, new Map(digests)]]),
    deviceKeyInfo: deviceKeyInfoFromPoint(device.point),
    docType: DOC_TYPE,
    validityInfo: VALIDITY,
    ...changes,
  };
}

async function issuedWith(
  changes?: Partial<MobileSecurityObject>,
  items: readonly IssuerSignedItem[] = ITEMS,
  certificates?: readonly Uint8Array[],
) {
  const chain = certificates ?? [issuer.documentSigner];
  const issuerAuth = await signIssuerAuth(msoOf(changes, items), chain, issuer.sign);
  return { nameSpaces: new Map([[MDL, items]]), issuerAuth };
}

async function failures(...parts: Parameters<typeof issuedWith>): Promise<readonly string[]> {
  const options = { now: NOW, docType: DOC_TYPE, trustedRoots: [issuer.root] };
  const { checks, valid } = verifyIssuerSigned(await issuedWith(...parts), options);
  const found = checks.filter(({ status }) => status !== 'passed').map(({ name }) => name);
  expect(valid).toBe(found.length === 0);
  return found;
}

describe('Verifying data signed by an issuer', () => {
  it.each(Object.keys(DIGEST_ALGORITHMS) as DigestAlgorithm[])(
    'an MSO with digests by %s is accepted',
    async (digestAlgorithm) => {
      expect(await failures({ digestAlgorithm })).toEqual([]);
    },
  );

  const validity = (changes: object) => ({ validityInfo: { ...VALIDITY, ...changes } });
  it.each<[string, Partial<MobileSecurityObject>, readonly string[]]>([
    ['another version', { version: '1.1' }, ['version']],
    ['another document type', { docType: 'another' }, ['docType']],
    ['no digests', { valueDigests: new Map() }, ['digests']],
    ['validity ended', validity({ validUntil: NOW - 1000 }), ['validity']],
    ['validity not begun', validity({ validFrom: TODAY + DAY }), ['validity']],
    ['validFrom before signed', validity({ signed: TODAY + DAY }), ['validity']],
    ['signed before the certificate', validity({ signed: TODAY - 9 * DAY }), ['signedDate']],
    ['signed after the certificate', validity({ signed: TODAY + 900 * DAY }), ['signedDate', 'validity']],
  ])('the check of an MSO reports the expected problems: %s', async (_, changes, expected) => {
    expect(await failures(changes)).toEqual(expected);
  });

  it.each<[string, readonly IssuerSignedItem[], readonly string[]]>([
    ['a short random', [item(0, 'a', 1, 15)], ['uniqueItems']],
    ['an element twice', [item(0, 'a', 1), item(1, 'a', 1)], ['uniqueItems']],
    ['another country', [item(0, 'issuing_country', 'UT')], ['issuingAuthority']],
    ['a country that is no text', [item(0, 'issuing_country', 5)], ['issuingAuthority']],
    ['another jurisdiction', [item(0, 'issuing_jurisdiction', 'US-CA')], ['issuingAuthority']],
    ['the same jurisdiction', [item(0, 'issuing_jurisdiction', 'US-UT')], []],
  ])('the check of elements reports the expected problems: %s', async (_, items, expected) => {
    expect(await failures({}, items)).toEqual(expected);
  });

  it('an untrusted signer, a malformed certificate, and a chain as an array are refused', async () => {
    const other = await newTestIssuer();
    expect(await failures({}, ITEMS, [other.documentSigner])).toEqual([
      'documentSignerTrust',
      'issuerSignature',
    ]);
    expect(await failures({}, ITEMS, [Uint8Array.of(0x30, 0)])).toEqual([
      'documentSignerCertificate',
      'documentSignerProfile',
      'documentSignerTrust',
      'issuerSignature',
      'signedDate',
      'issuingAuthority',
    ]);
    expect(await failures({}, ITEMS, [issuer.root])).toContain('documentSignerProfile');
    expect(await failures({}, ITEMS, [issuer.documentSigner, issuer.root])).toEqual([]);
  });

  it('a trusted root that is no longer valid is refused', async () => {
    const options = { now: NOW + 21 * 365 * DAY, trustedRoots: [issuer.root] };
    const { checks } = verifyIssuerSigned(await issuedWith(), options);
    expect(checks).toContainEqual(expect.objectContaining({ name: 'documentSignerTrust', status: 'failed' }));
  });

  it('reasons of a refusal name elements and never their values', async () => {
    const report = verifyIssuerSigned(await issuedWith({}, [item(0, 'issuing_country', 'secret')]), {
      now: NOW,
    });
    expect(JSON.stringify(report)).not.toContain('secret');
  });
});

describe('The structure issuerAuth', () => {
  const refusal = expect.objectContaining({ name: 'MdocError', code: 'malformed' });
  const signed = (
    options: Parameters<typeof signCoseSign1>[2],
    payload = encodeMobileSecurityObject(msoOf()),
  ) => signCoseSign1(payload, issuer.sign, options);
  const chain = (value: CborValue) => ({ unprotected: new Map<CborValue, CborValue>([[33, value]]) });

  it('issuerAuth has a single certificate as a byte string, or an array of certificates', async () => {
    for (const value of [issuer.documentSigner, [issuer.documentSigner]]) {
      const { certificates } = decodeIssuerAuth(await signed(chain(value)));
      expect(certificates.map((der) => Buffer.compare(der, issuer.documentSigner))).toEqual([0]);
    }
  });

  it.each<[string, () => Promise<Uint8Array>]>([
    ['no certificate', () => signed({})],
    ['an empty chain', () => signed(chain([]))],
    ['a certificate as text', () => signed(chain('x'))],
    [
      'the certificate in the protected header',
      () =>
        signed({
          protectedHeader: new Map<CborValue, CborValue>([
            [1, -7],
            [33, issuer.documentSigner],
          ]),
        }),
    ],
    ['a detached payload', () => signed({ ...chain(issuer.documentSigner), detached: true })],
    ['an MSO without tag 24', () => signed(chain(issuer.documentSigner), encode({ version: '1.0' }))],
    ['tag 18', async () => Uint8Array.of(0xd2, ...(await signed(chain(issuer.documentSigner))))],
  ])('an issuerAuth with %s is refused', async (_, make) => {
    const bytes = await make();
    expect(() => decodeIssuerAuth(bytes)).toThrow(refusal);
  });
});

describe('The structure MobileSecurityObject', () => {
  const full: MobileSecurityObject = {
    ...msoOf(),
    deviceKeyInfo: {
      ...deviceKeyInfoFromPoint(device.point),
      keyAuthorizations: { nameSpaces: ['a'], dataElements: new Map([['b', ['c', 'd']]]) },
      keyInfo: new Map<CborValue, CborValue>([
        [-1, 'x'],
        [5, [1]],
      ]),
    },
    validityInfo: { ...VALIDITY, expectedUpdate: TODAY + 20 * DAY },
    status: new Map([
      [
        'status_list',
        new Map<CborValue, CborValue>([
          ['idx', 4],
          ['uri', 'https://x.example'],
        ]),
      ],
    ]),
  };

  it('an MSO with every member is decoded and encoded unchanged', () => {
    const { validityInfo, ...rest } = decodeMobileSecurityObject(encodeMobileSecurityObject(full));
    const { validityInfo: expected, ...others } = full;
    expect(validityInfo).toEqual({ ...expected, strictDates: true });
    const bytes = (members: object) => encode(members as CborValue);
    expect(bytes(rest)).toEqual(bytes(others));
  });

  it('an MSO has its members in the order of ISO 18013-5 Annex D', () => {
    const inner = decode((decode(encodeMobileSecurityObject(full)) as Tagged).value as Uint8Array);
    expect([...(inner as ReadonlyMap<string, CborValue>).keys()]).toEqual([
      'version',
      'digestAlgorithm',
      'valueDigests',
      'deviceKeyInfo',
      'docType',
      'validityInfo',
      'status',
    ]);
  });

  it.each<[string, (members: Map<string, CborValue>) => void]>([
    ['an unknown digest algorithm', (members) => members.set('digestAlgorithm', 'SHA-1')],
    ['no validityInfo', (members) => members.delete('validityInfo')],
    ['digests under text keys', (members) => members.set('valueDigests', { n: { '0': new Uint8Array(32) } })],
    ['a moment without tag', (members) => members.set('validityInfo', { signed: '2026-01-01T00:00:00Z' })],
  ])('an MSO with %s is refused', (_, change) => {
    const inner = (decode(encodeMobileSecurityObject(full)) as Tagged).value as Uint8Array;
    const members = new Map(decode(inner) as ReadonlyMap<string, CborValue>);
    change(members);
    const bytes = encodeInOrder(new Tagged(24, encodeInOrder(members)));
    expect(() => decodeMobileSecurityObject(bytes)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  it('the device may sign only the elements that keyAuthorizations names', async () => {
    const nameSpaces = new Map([
      ['a', new Map([['anything', encode(1)]])],
      [
        'b',
        new Map([
          ['c', encode(1)],
          ['x', encode(2)],
        ]),
      ],
    ]);
    const issuerSigned = await issuedWith({ deviceKeyInfo: full.deviceKeyInfo });
    const deviceAuth = { deviceSignature: issuerSigned.issuerAuth.sign1 };
    const document = { docType: DOC_TYPE, issuerSigned, deviceSigned: { nameSpaces, deviceAuth } };
    const report = verifyDeviceResponse({ version: '1.0', documents: [document], status: 0 }, { now: NOW });
    expect(report.documents[0]!.checks).toContainEqual({
      name: 'keyAuthorizations',
      status: 'failed',
      reason: 'b/x: the device key may not sign this',
    });
  });

  it('only a P-256 device key is returned as a point', () => {
    expect(Buffer.compare(devicePoint(deviceKeyInfoFromPoint(device.point)), device.point)).toBe(0);
    const { x, y } = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
    const bytes = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'));
    const deviceKey = new Map<CborValue, CborValue>([
      [1, 2],
      [-1, 2],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    expect(() => devicePoint({ deviceKey })).toThrow(expect.objectContaining({ code: 'unsupported' }));
  });
});
