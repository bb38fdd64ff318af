const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight of a day plus `after` days, in UTC or in the zone of the browser; undefined if the text is not a date. */
export function dayStart(
  text: string | undefined,
  after = 0,
  zone: 'utc' | 'local' = 'utc',
): string | undefined {
  if (text === undefined || !DATE.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00${zone === 'utc' ? 'Z' : ''}`);
  if (Number.isNaN(day.getTime())) return undefined;
  // A day of a zone may have 23 or 25 hours.
  if (zone === 'utc') day.setUTCDate(day.getUTCDate() + after);
  else day.setDate(day.getDate() + after);
  return day.toISOString();
}
