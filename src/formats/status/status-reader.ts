import { hash } from 'node:crypto';
import type { CborValue } from '../cbor/index.ts';
import { isIssuedBy, parseCertificate, parsedRoots } from '../x509/index.ts';
import { isListed } from './identifier-list.ts';
import { decodeMsoStatus, type MsoStatus } from './mso-status.ts';
import { statusAt } from './status-list.ts';
import { type VerifyTokenOptions, verifyIdentifierListToken, verifyStatusListToken } from './verify-token.ts';

export interface StatusReaderOptions {
  /** Fetches the list of a URI. Rejects if it cannot. */
  readonly fetchList: (uri: string) => Promise<Uint8Array>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** What a reader knows of a verified MSO. */
export interface CheckedMso {
  /** The member `status` of the MSO, if it has one. */
  readonly status?: CborValue;
  /** DER */
  readonly documentSigner: Uint8Array;
  /** DER */
  readonly trustedRoots: readonly Uint8Array[];
}

/** `unlisted`: the MSO has no status, so nobody can tell. */
export type MsoStanding = 'valid' | 'revoked' | 'unlisted';

export interface StatusReader {
  /** Rejects with MsoStatusError if a list cannot be trusted; then do not treat the MSO as valid. */
  standingOf(mso: CheckedMso): Promise<MsoStanding>;
}

interface Verified {
  readonly expiresAt: number;
  readonly timeToLive: number | undefined;
}

/** Lists that are kept; one of 2^20 entries takes 128 KiB. */
const MOST_KEPT = 64;

/** Keeps lists until they have to be fetched again, so that their server learns nothing of single presentations. */
function keeper({ fetchList, clock }: StatusReaderOptions) {
  const kept = new Map<string, { readonly verified: Verified; readonly until: number }>();
  return async <List extends Verified>(
    uri: string,
    trustedRoots: readonly Uint8Array[],
    verify: (token: Uint8Array, options: VerifyTokenOptions) => List,
  ): Promise<List> => {
    const now = clock();
    // What one root vouches for says nothing to those who trust another.
    const name = [uri, ...trustedRoots.map((root) => hash('sha256', root))].join(' ');
    const known = kept.get(name);
    if (known && now < known.until) return known.verified as List;
    const verified = verify(await fetchList(uri), { uri, now, trustedRoots });
    const { expiresAt, timeToLive } = verified;
    kept.delete(name);
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    const until = timeToLive === undefined ? expiresAt : Math.min(expiresAt, now + timeToLive * 1000);
    kept.set(name, { verified, until });
    return verified;
  };
}

/** ISO/IEC 18013-5, second edition, 12.3.6: the `certificate` of the status, or else the root of the document signer. */
function rootsFor(certificate: Uint8Array | undefined, { documentSigner, trustedRoots }: CheckedMso) {
  if (certificate) return [certificate];
  const signer = parseCertificate(documentSigner);
  return parsedRoots(trustedRoots).flatMap((root) => (isIssuedBy(signer, root) ? [root.der] : []));
}

/** Checks MSOs against the lists that they name. Verify the MSO itself with `verifyDeviceResponse` first. */
export function statusReader(options: StatusReaderOptions): StatusReader {
  const listOf = keeper(options);

  const isSet = async ({ uri, idx, certificate }: NonNullable<MsoStatus['statusList']>, mso: CheckedMso) =>
    statusAt((await listOf(uri, rootsFor(certificate, mso), verifyStatusListToken)).list, idx) !== 0;

  const isNamed = async (
    { uri, id, certificate }: NonNullable<MsoStatus['identifierList']>,
    mso: CheckedMso,
  ) => isListed((await listOf(uri, rootsFor(certificate, mso), verifyIdentifierListToken)).list, id);

  return {
    async standingOf(mso) {
      if (mso.status === undefined) return 'unlisted';
      const { statusList, identifierList } = decodeMsoStatus(mso.status);
      if (!statusList && !identifierList) return 'unlisted';
      const isRevoked =
        (statusList && (await isSet(statusList, mso))) ||
        (identifierList && (await isNamed(identifierList, mso)));
      return isRevoked ? 'revoked' : 'valid';
    },
  };
}
