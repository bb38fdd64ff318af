import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, newTestIssuer, newTestKey } from '../../../test/support/formats/test-issuer.ts';
import { DAY, HOUR } from '../../conventions/time.ts';
import { type CborValue, decode, Encoded, encode, encodeInOrder, Tagged } from '../cbor/index.ts';
import { decodeCoseSign1, type RawSigner, signCoseSign1 } from '../cose/index.ts';
import {
  certificatesFromPem,
  checkCertificateProfile,
  makeStatusSignerCertificate,
  parseCertificate,
} from '../x509/index.ts';
import {
  decodeMsoStatus,
  encodeIdentifierList,
  encodeMsoStatus,
  encodeStatusList,
  isListed,
  MsoStatusError,
  signRevocationToken,
  statusAt,
  verifyIdentifierListToken,
  verifyStatusListToken,
} from './index.ts';

const vectors = new URL('../../../test/vectors/status-list/', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, vectors), 'utf8').trim();
const hex = (name: string) => Buffer.from(text(name), 'hex');
const refusal = (code: string) => expect.objectContaining({ name: 'MsoStatusError', code });

describe('MSO revocation lists of an independent implementation', () => {
  const expected = JSON.parse(text('iso_expected.json'));
  const options = {
    uri: expected.uri,
    now: expected.iat * 1000 + HOUR,
    trustedRoots: certificatesFromPem(text('iso_iaca.pem')),
  };

  it('the good status list tells which entries are revoked', () => {
    const { list, ...times } = verifyStatusListToken(hex('iso_status_list_ok.hex'), options);
    expect(times).toEqual({
      issuedAt: expected.iat * 1000,
      expiresAt: expected.exp * 1000,
      timeToLive: expected.ttl,
    });
    for (const index of expected.revoked) expect(statusAt(list, index)).toBe(1);
    for (const index of expected.notRevoked) expect(statusAt(list, index)).toBe(0);
    for (const index of expected.outOfRange)
      expect(() => statusAt(list, index)).toThrow(refusal('indexOutOfRange'));
  });

  it('its signer has the profile of Table B.9 and is in the protected header', () => {
    const [signer = new Uint8Array()] = certificatesFromPem(text('iso_status_signer.pem'));
    const root = parseCertificate(options.trustedRoots[0] as Uint8Array);
    expect(checkCertificateProfile(parseCertificate(signer), 'statusSigner', root)).toEqual([]);
    const { protectedHeader } = decodeCoseSign1(hex('iso_status_list_ok.hex'), { tag: 'require' });
    expect(protectedHeader.get(33)).toEqual(signer);
  });

  it('the good identifier list tells which identifiers are revoked', () => {
    const { list } = verifyIdentifierListToken(hex('iso_identifier_list_ok.hex'), {
      ...options,
      uri: expected.identifierListUri,
    });
    for (const identifier of expected.listedIdentifiers)
      expect(isListed(list, Buffer.from(identifier, 'hex'))).toBe(true);
    expect(isListed(list, Buffer.from(expected.unlistedIdentifier, 'hex'))).toBe(false);
  });

  it.each([
    ['iso_status_list_bad_no_exp.hex', 'missingExpiry'],
    ['iso_status_list_bad_x5chain_unprotected.hex', 'missingCertificate'],
    ['iso_status_list_bad_other_iaca.hex', 'untrustedSigner'],
    ['iso_status_list_bad_sub.hex', 'wrongSubject'],
    ['iso_identifier_list_ok.hex', 'wrongType'],
    ['status_list_cwt.hex', 'missingCertificate'],
  ])('%s is refused as %s', (name, code) => {
    expect(() => verifyStatusListToken(hex(name), options)).toThrow(refusal(code));
  });

  it('a list is refused before it was issued, and from its expiry', () => {
    const token = hex('iso_status_list_ok.hex');
    const at = (seconds: number) => () => verifyStatusListToken(token, { ...options, now: seconds * 1000 });
    expect(at(expected.iat)).not.toThrow();
    expect(at(expected.iat - 1)).toThrow(refusal('issuedInFuture'));
    expect(at(expected.exp - 1)).not.toThrow();
    expect(at(expected.exp)).toThrow(refusal('expired'));
  });

  it('the status of a CWT of the draft names the index and the list', () => {
    const { payload } = decodeCoseSign1(hex('referenced_token_cwt.hex'), { tag: 'require' });
    const claims = decode(payload as Uint8Array) as ReadonlyMap<CborValue, CborValue>;
    expect(decodeMsoStatus(claims.get(65535) as CborValue)).toEqual({
      statusList: { idx: 0, uri: 'https://example.com/statuslists/1' },
    });
  });

  it('the status of the MSOs names the index, the identifier and the list', () => {
    expect(decodeMsoStatus(decode(hex('mso_status_status_list.hex')))).toEqual({
      statusList: { idx: 77777, uri: expected.uri },
    });
    const { identifierList } = decodeMsoStatus(decode(hex('mso_status_identifier_list.hex')));
    expect(identifierList?.uri).toBe(expected.identifierListUri);
    expect(Buffer.from(identifierList!.id).toString('hex')).toBe(expected.listedIdentifiers[0]);
  });
});

describe('The status of an MSO', () => {
  it('is the same after encoding and decoding', () => {
    const status = {
      statusList: { idx: 2 ** 20 - 1, uri: 'https://s.example/1', certificate: Uint8Array.of(1) },
      identifierList: { id: Uint8Array.of(7), uri: 'https://s.example/2' },
    };
    expect(decodeMsoStatus(decode(encode(encodeMsoStatus(status))))).toEqual(status);
  });

  it.each<[string, CborValue]>([
    ['no map', 1],
    ['a list without idx', { status_list: { uri: 'https://s.example' } }],
    ['a negative idx', { status_list: { idx: -1, uri: 'https://s.example' } }],
    ['a list without uri', { status_list: { idx: 1 } }],
    ['a list that is no map', { status_list: 1 }],
    ['an id that is a text', { identifier_list: { id: 'a', uri: 'https://s.example' } }],
    ['a certificate that is a text', { status_list: { idx: 1, uri: 'https://s.example', certificate: '' } }],
  ])('%s is refused', (_, status) => {
    expect(() => decodeMsoStatus(decode(encode(status)))).toThrow(refusal('malformed'));
  });

  it('unknown mechanisms and members are ignored', () => {
    const status = { status_list: { idx: 1, uri: 'u', new: 2 }, other: 3 };
    expect(decodeMsoStatus(decode(encode(status)))).toEqual({ statusList: { idx: 1, uri: 'u' } });
  });
});

describe('A revocation list that is signed here', () => {
  const uri = 'https://status.example/list';
  const key = newTestKey();
  let root: Uint8Array;
  let certificate: Uint8Array;
  let documentSigner: Uint8Array;
  let documentSignerSign: RawSigner;

  beforeAll(async () => {
    const issuer = await newTestIssuer();
    ({ root, documentSigner, sign: documentSignerSign } = issuer);
    certificate = await makeStatusSignerCertificate(
      {
        createdAt: NOW,
        crlUri: 'https://issuer.example/crl',
        subjectPoint: key.point,
        serialNumber: Buffer.alloc(16, 0x37),
        iaca: parseCertificate(root),
        commonName: 'Utopia Status',
      },
      issuer.rootKey.sign,
    );
  });

  const claims = { uri, issuedAt: NOW, expiresAt: NOW + DAY, timeToLive: 3600 };
  const bytes = new Uint8Array(16).fill(1, 3, 4);
  const options = () => ({ uri, now: NOW, trustedRoots: [root] });
  const signed = async () =>
    signRevocationToken(
      {
        kind: 'statusList',
        claims,
        list: await encodeStatusList({ bits: 1, bytes }),
        certificates: [certificate],
      },
      key.sign,
    );

  it('is verified with its times', async () => {
    const { list, ...times } = verifyStatusListToken(await signed(), options());
    expect(times).toEqual({ issuedAt: NOW, expiresAt: NOW + DAY, timeToLive: 3600 });
    expect(Buffer.compare(list.bytes, bytes)).toBe(0);
  });

  it('may also list identifiers', async () => {
    const token = await signRevocationToken(
      {
        kind: 'identifierList',
        claims,
        list: encodeIdentifierList(new Set(['a1', 'b2'])),
        certificates: [certificate],
      },
      key.sign,
    );
    expect(verifyIdentifierListToken(token, options()).list).toEqual(new Set(['a1', 'b2']));
  });

  /** The token with other headers or claims, signed again. */
  async function resigned(
    change: { readonly header?: readonly [number, CborValue]; readonly claim?: readonly [number, CborValue] },
    sign: RawSigner = key.sign,
  ): Promise<Uint8Array> {
    const { protectedHeader, payload } = decodeCoseSign1(await signed());
    const protectedWith = new Map(protectedHeader);
    if (change.header) protectedWith.set(...change.header);
    const claimsWith = new Map(decode(payload!) as ReadonlyMap<CborValue, CborValue>);
    if (change.claim) claimsWith.set(...change.claim);
    const sign1 = await signCoseSign1(encode(claimsWith), sign, { protectedHeader: protectedWith });
    return encodeInOrder(new Tagged(18, new Encoded(sign1)));
  }

  const TWO_BITS = { bits: 2, lst: deflateSync(new Uint8Array(2)) };
  it.each<[string, string, readonly [number, CborValue]]>([
    ['ttl 0', 'invalidTimeToLive', [65534, 0]],
    ['iat as a text', 'missingIssueTime', [6, 'x']],
    ['exp as a negative number', 'missingExpiry', [4, -1]],
    ['two bits for each entry', 'wrongBits', [65533, TWO_BITS]],
    ['a list that is a text', 'invalidList', [65533, 'x']],
  ])('is refused with %s: %s', async (_, code, claim) => {
    const token = await resigned({ claim });
    expect(() => verifyStatusListToken(token, options())).toThrow(refusal(code));
  });

  it('is refused if a document signer signed it', async () => {
    const token = await resigned({ header: [33, documentSigner] }, documentSignerSign);
    expect(() => verifyStatusListToken(token, options())).toThrow(refusal('signerProfile'));
  });

  it('is refused after the end of the signer certificate', async () => {
    const later = NOW + 460 * DAY;
    const token = await resigned({ claim: [4, later / 1000 + 1] });
    const verify = () => verifyStatusListToken(token, { ...options(), now: later });
    expect(verify).toThrow(refusal('signerExpired'));
  });

  it('is refused with the signature of another key', async () => {
    const token = await resigned({}, newTestKey().sign);
    expect(() => verifyStatusListToken(token, options())).toThrow(refusal('invalidSignature'));
  });

  it('is refused without tag 18, and within the CWT tag 61', async () => {
    const token = await signed();
    const wrapped = encodeInOrder(new Tagged(61, new Encoded(token)));
    for (const bytes of [token.subarray(1), wrapped])
      expect(() => verifyStatusListToken(bytes, options())).toThrow(refusal('malformed'));
  });

  it('is refused by name after any change of a byte', async () => {
    const token = await signed();
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        const changed = token.slice();
        changed[at]! ^= difference;
        expect(() => verifyStatusListToken(changed, options())).toThrow(MsoStatusError);
      }),
      { numRuns: 300 },
    );
  });
});
