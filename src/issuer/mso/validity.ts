import { DAY } from '../../conventions/time.ts';
import type { DocumentPolicy } from '../policy.ts';
import type { DocumentSigner } from '../ports/keys.ts';

export interface MsoValidity {
  readonly signed: number;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly expectedUpdate?: number;
}

/**
 * All times of MSOs are rounded to whole UTC days, so that they do not reveal which MSOs were issued in one
 * batch (RFC 9901 10.1).
 */
export function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

/**
 * Validity of an MSO that is signed at `now`, in milliseconds. `caps` are the latest possible ends: of the
 * document signer, the document and the authentication key. Undefined if no validity is left.
 */
export function msoValidity(
  now: number,
  { msoValidityDays, msoRefreshDays }: Pick<DocumentPolicy, 'msoValidityDays' | 'msoRefreshDays'>,
  caps: readonly number[],
): MsoValidity | undefined {
  const signed = startOfDay(now);
  const validUntil = Math.min(signed + msoValidityDays * DAY, ...caps.map(startOfDay));
  if (validUntil <= now) return undefined;
  const twoThirds = startOfDay(signed + ((validUntil - signed) * 2) / 3);
  const expectedUpdate =
    msoRefreshDays === undefined ? twoThirds : Math.min(signed + msoRefreshDays * DAY, validUntil);
  const times = { signed, validFrom: signed, validUntil };
  return expectedUpdate > signed ? { ...times, expectedUpdate } : times;
}

type Validity = Pick<DocumentSigner, 'notBefore' | 'notAfter'>;

/** Nothing can be signed until an operator replaces the document signer. */
export class SignerOutsideValidity extends Error {
  override readonly name = 'SignerOutsideValidity';
}

/**
 * Whether the document signer is valid now and at the start of today, the date of MSOs (ISO 18013-5 9.3.1).
 */
export function isWithinValidity({ notBefore, notAfter }: Validity, now: number): boolean {
  return startOfDay(now) >= notBefore && now <= notAfter;
}

/** @throws SignerOutsideValidity */
export function requireWithinValidity(signer: Validity, now: number): void {
  if (isWithinValidity(signer, now)) return;
  throw new SignerOutsideValidity(
    'the document signer certificate is not valid now; rotate the document signer',
  );
}
