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

type Policy = Pick<DocumentPolicy, 'msoValidityDays' | 'msoRefreshDays' | 'msoRefreshSpreadDays'>;

/** The days that `expectedUpdate` is drawn from lie around the one of the policy. */
function refreshDay(middle: number, spread: number, share: number): number {
  return middle + (Math.floor(share * spread) - Math.floor(spread / 2)) * DAY;
}

/**
 * Validity of an MSO that is signed at `now`, in milliseconds. `caps` are the latest possible ends: of the
 * document signer, the document and the authentication key. `share`, from 0 to 1, chooses one of the days of
 * `msoRefreshSpreadDays`. Undefined if no validity is left.
 */
export function msoValidity(
  now: number,
  { msoValidityDays, msoRefreshDays, msoRefreshSpreadDays = 1 }: Policy,
  caps: readonly number[],
  share: number,
): MsoValidity | undefined {
  const signed = startOfDay(now);
  const validUntil = Math.min(signed + msoValidityDays * DAY, ...caps.map(startOfDay));
  if (validUntil <= now) return undefined;
  const twoThirds = startOfDay(signed + ((validUntil - signed) * 2) / 3);
  const middle = msoRefreshDays === undefined ? twoThirds : signed + msoRefreshDays * DAY;
  const times = { signed, validFrom: signed, validUntil };
  if (middle <= signed) return times;
  const drawn = refreshDay(middle, msoRefreshSpreadDays, share);
  return { ...times, expectedUpdate: Math.min(Math.max(drawn, signed + DAY), validUntil) };
}

type Validity = Pick<DocumentSigner, 'notBefore' | 'notAfter'>;

/** Nothing can be signed until an operator replaces the document signer. */
export class SignerOutsideValidity extends Error {
  override readonly name = 'SignerOutsideValidity';
}

/**
 * Whether the document signer is valid at the start of today, the date of MSOs (ISO 18013-5 9.3.1), and at a later start of a
 * day, their end.
 */
export function isWithinValidity({ notBefore, notAfter }: Validity, now: number): boolean {
  return startOfDay(now) >= notBefore && now < startOfDay(notAfter);
}

/** @throws SignerOutsideValidity */
export function requireWithinValidity(signer: Validity, now: number): void {
  if (isWithinValidity(signer, now)) return;
  throw new SignerOutsideValidity(
    'the document signer certificate is not valid now; rotate the document signer',
  );
}
