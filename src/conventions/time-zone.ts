/** What is used of it; the types of the language do not have it yet. */
interface WithTemporal {
  readonly Temporal: {
    readonly Now: { zonedDateTimeISO(timeZone: string): { readonly timeZoneId: string } };
  };
}

/**
 * Whether it is a zone or link of the IANA time zone database, exactly as written there: `UTC` and `EST5EDT`, neither `utc` nor
 * `+01:00`, which programs would understand as well.
 */
export function isTimeZone(timeZone: string): boolean {
  if (/^[+-]/.test(timeZone)) return false;
  try {
    const { Temporal } = globalThis as unknown as WithTemporal;
    return Temporal.Now.zonedDateTimeISO(timeZone).timeZoneId === timeZone;
  } catch {
    return false;
  }
}
