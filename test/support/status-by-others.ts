import { verify, X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { decode, encode, Tagged } from 'cborg';

type Entries = ReadonlyMap<unknown, unknown>;

/** cborg, zlib and the certificates of Node read a status list; no line of the server is used. */
const read = (bytes: Uint8Array): unknown =>
  decode(bytes, { useMaps: true, tags: Tagged.preserve(0, 18, 24, 1004) });

export interface StatusPlace {
  readonly uri: string;
  readonly idx: number;
}

/** Where the status of an IssuerSigned is found (ISO/IEC 18013-5, second edition, 12.3.6.3). */
export function statusPlace(issuerSigned: Uint8Array): StatusPlace {
  const auth = (read(issuerSigned) as Entries).get('issuerAuth') as readonly Uint8Array[];
  const payload = read(auth[2] as Uint8Array) as Tagged;
  const status = (read(payload.value as Uint8Array) as Entries).get('status') as Entries;
  return Object.fromEntries(status.get('status_list') as Entries) as unknown as StatusPlace;
}

/** The status of an entry of a Status List Token in CWT. Throws unless the root issued the certificate of its signer. */
export function statusIn(token: Uint8Array, { uri, idx }: StatusPlace, root: Uint8Array): number {
  const [head, , payload, signature] = (read(token) as Tagged).value as readonly Uint8Array[];
  const x5chain = (read(head as Uint8Array) as Entries).get(33);
  const signer = new X509Certificate((Array.isArray(x5chain) ? x5chain[0] : x5chain) as Uint8Array);
  const isIssued = signer.checkIssued(new X509Certificate(root));
  const isVerified = signer.verify(new X509Certificate(root).publicKey);
  const signed = encode(['Signature1', head, new Uint8Array(), payload]);
  const key = { key: signer.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!isIssued || !isVerified || !verify('sha256', signed, key, signature as Uint8Array))
    throw new Error('the list is not signed by a signer of the root');
  const claims = read(payload as Uint8Array) as Entries;
  const list = claims.get(65_533) as Entries;
  if (claims.get(2) !== uri || list.get('bits') !== 1) throw new Error('it is another list');
  const bytes = inflateSync(list.get('lst') as Uint8Array);
  return ((bytes[idx >> 3] ?? 0) >> (idx & 7)) & 1;
}
