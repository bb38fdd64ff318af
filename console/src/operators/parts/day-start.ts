const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight (UTC) of a day plus `after` days; undefined if the text is not a date. */
export function dayStart(text: string | undefined, after = 0): string | undefined {
  if (text === undefined || !DATE.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : new Date(time + after * 86_400_000).toISOString();
}
