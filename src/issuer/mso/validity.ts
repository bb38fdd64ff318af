const DAY = 86_400_000;

export interface MsoValidity {
  readonly signed: number;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly expectedUpdate?: number;
}

/** The grid of all MSO times: whole days of UTC, so that no time tells which MSOs came in one batch (RFC 9901 10.1). */
export function startOfDay(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

/**
 * Validity of an MSO that is signed at `now`, in milliseconds. `caps` are times that it must not outlive: the
 * document signer, the document, the authentication key. Undefined when nothing would be left.
 */
export function msoValidity(now: number, days: number, caps: readonly number[]): MsoValidity | undefined {
  const signed = startOfDay(now);
  const validUntil = Math.min(signed + days * DAY, ...caps.map(startOfDay));
  if (validUntil <= now) return undefined;
  const expectedUpdate = startOfDay(signed + ((validUntil - signed) * 2) / 3);
  const times = { signed, validFrom: signed, validUntil };
  return expectedUpdate > signed ? { ...times, expectedUpdate } : times;
}
