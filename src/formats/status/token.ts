import { type CborValue, Encoded, encode, encodeInOrder, Tagged } from '../cbor/index.ts';
import { ES256, LABEL, type RawSigner, signCoseSign1 } from '../cose/index.ts';

/** The two kinds of MSO revocation lists of ISO/IEC 18013-5, second edition, 12.3.6. */
export const REVOCATION_LISTS = {
  statusList: { type: 'application/statuslist+cwt', claim: 65533 },
  identifierList: { type: 'application/identifierlist+cwt', claim: 65530 },
} as const;

export type RevocationListKind = keyof typeof REVOCATION_LISTS;

/** Header parameters of RFC 9596 and RFC 9360. */
export const HEADER = { algorithm: LABEL.algorithm, type: 16, x5chain: 33 } as const;

/** Claims of RFC 8392 and Token Status List 5.2. */
export const CLAIM = { subject: 2, expiry: 4, issuedAt: 6, timeToLive: 65534 } as const;

/** Times are in milliseconds since 1970, and written in whole seconds. */
export interface RevocationClaims {
  /** The URI in the MSOs, byte for byte. */
  readonly uri: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** After how many seconds a reader should fetch the list again. */
  readonly timeToLive: number;
}

export interface SignRevocationTokenOptions {
  readonly kind: RevocationListKind;
  readonly claims: RevocationClaims;
  /** From `encodeStatusList` or `encodeIdentifierList`. */
  readonly list: CborValue;
  /** DER, the signer first. */
  readonly certificates: readonly Uint8Array[];
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/**
 * A CWT with tag 18 and without tag 61, signed with ES256. The certificates are in the protected header, other than in
 * issuerAuth (ISO/IEC 18013-5, second edition, 12.3.6.4).
 */
export async function signRevocationToken(
  { kind, claims, list, certificates }: SignRevocationTokenOptions,
  sign: RawSigner,
): Promise<Uint8Array> {
  const { type, claim } = REVOCATION_LISTS[kind];
  const payload = encode(
    new Map<number, CborValue>([
      [CLAIM.subject, claims.uri],
      [CLAIM.issuedAt, seconds(claims.issuedAt)],
      [CLAIM.expiry, seconds(claims.expiresAt)],
      [CLAIM.timeToLive, claims.timeToLive],
      [claim, list],
    ]),
  );
  const protectedHeader = new Map<number, CborValue>([
    [HEADER.algorithm, ES256],
    [HEADER.type, type],
    [HEADER.x5chain, certificates.length === 1 ? certificates[0] : certificates],
  ]);
  const sign1 = await signCoseSign1(payload, sign, { protectedHeader });
  return encodeInOrder(new Tagged(18, new Encoded(sign1)));
}
