import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  NOW,
  newTestIssuer,
  newTestKey,
  type TestIssuer,
} from '../../../test/support/formats/test-issuer.ts';
import { DAY, HOUR } from '../../conventions/time.ts';
import { decode, encode } from '../cbor/index.ts';
import { makeStatusSignerCertificate, parseCertificate } from '../x509/index.ts';
import {
  encodeIdentifierList,
  encodeMsoStatus,
  encodeStatusList,
  type MsoStatus,
  type StatusReader,
  signRevocationToken,
  statusReader,
} from './index.ts';

const URI = 'https://status.example/list';
const IDENTIFIERS = 'https://status.example/identifiers';
const REVOKED = 77;

let issuer: TestIssuer;
let stranger: TestIssuer;
let lists: Readonly<Record<string, Uint8Array>>;
let now: number;
let fetched: string[];
let reader: StatusReader;

/** The list and the identifier list of an issuer, in which one entry each is revoked. */
async function listsOf({ root, rootKey }: TestIssuer) {
  const key = newTestKey();
  const spec = {
    createdAt: NOW,
    crlUri: 'https://issuer.example/crl',
    subjectPoint: key.point,
    serialNumber: Buffer.alloc(16, 0x37),
    iaca: parseCertificate(root),
    commonName: 'Status',
  };
  const certificates = [await makeStatusSignerCertificate(spec, rootKey.sign)];
  const times = { issuedAt: NOW, expiresAt: NOW + DAY, timeToLive: 3600 };
  const bytes = new Uint8Array(16);
  bytes[REVOKED >> 3]! |= 1 << (REVOKED & 7);
  const list = await encodeStatusList({ bits: 1, bytes });
  const identifiers = encodeIdentifierList(new Set(['07']));
  return {
    [URI]: await signRevocationToken(
      { kind: 'statusList', claims: { uri: URI, ...times }, list, certificates },
      key.sign,
    ),
    [IDENTIFIERS]: await signRevocationToken(
      { kind: 'identifierList', claims: { uri: IDENTIFIERS, ...times }, list: identifiers, certificates },
      key.sign,
    ),
  };
}

beforeAll(async () => {
  [issuer, stranger] = [await newTestIssuer(), await newTestIssuer()];
});

beforeEach(async () => {
  lists = await listsOf(issuer);
  now = NOW + 1000;
  fetched = [];
  reader = statusReader({
    clock: () => now,
    async fetchList(uri) {
      fetched.push(uri);
      return lists[uri] ?? Promise.reject(new Error('no such list'));
    },
  });
});

function standingOf(status: MsoStatus, of: TestIssuer = issuer) {
  const member = decode(encode(encodeMsoStatus(status)));
  return reader.standingOf({ status: member, documentSigner: of.documentSigner, trustedRoots: [of.root] });
}

const at = (idx: number): MsoStatus => ({ statusList: { uri: URI, idx } });
const refusal = (code: string) => expect.objectContaining({ name: 'MsoStatusError', code });

describe('A reader of MSO status', () => {
  it('an MSO is revoked if its entry is set, and valid otherwise', async () => {
    expect(await standingOf(at(REVOKED))).toBe('revoked');
    expect(await standingOf(at(REVOKED + 1))).toBe('valid');
  });

  it('an MSO is revoked if an identifier list has its identifier', async () => {
    const of = (id: number): MsoStatus => ({ identifierList: { uri: IDENTIFIERS, id: Uint8Array.of(id) } });
    expect(await standingOf(of(7))).toBe('revoked');
    expect(await standingOf(of(8))).toBe('valid');
  });

  it('an MSO that names two lists is revoked if one of them says so', async () => {
    const both = { ...at(1), identifierList: { uri: IDENTIFIERS, id: Uint8Array.of(7) } };
    expect(await standingOf(both)).toBe('revoked');
  });

  it('without status nobody can tell', async () => {
    const documentSigner = issuer.documentSigner;
    expect(await reader.standingOf({ documentSigner, trustedRoots: [issuer.root] })).toBe('unlisted');
    expect(fetched).toEqual([]);
  });

  it('a list is fetched once until its ttl has passed', async () => {
    await standingOf(at(1));
    now += HOUR - 1;
    await standingOf(at(2));
    expect(fetched).toEqual([URI]);
    now += 1;
    await standingOf(at(3));
    expect(fetched).toEqual([URI, URI]);
  });

  it('a list that has expired is not used, although it is kept', async () => {
    now = NOW + DAY - 1;
    await standingOf(at(1));
    now += 1;
    await expect(standingOf(at(1))).rejects.toEqual(refusal('expired'));
  });

  it('a list under another root than the document signer is refused', async () => {
    lists = await listsOf(stranger);
    await expect(standingOf(at(1))).rejects.toEqual(refusal('untrustedSigner'));
  });

  it('unless the MSO names the certificate that issued the signer of the list', async () => {
    lists = await listsOf(stranger);
    const named = { statusList: { uri: URI, idx: REVOKED, certificate: stranger.root } };
    expect(await standingOf(named)).toBe('revoked');
  });

  it('a list that cannot be fetched is an error, and is fetched again', async () => {
    const good = lists;
    lists = {};
    await expect(standingOf(at(1))).rejects.toThrow('no such list');
    lists = good;
    expect(await standingOf(at(1))).toBe('valid');
  });
});
