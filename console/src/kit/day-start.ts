const DAY = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** How far the clocks of a zone are ahead of UTC at a time, in milliseconds. */
function ahead(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(time);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return shown - Math.floor(time / 1000) * 1000;
}

/** When a day begins in a time zone; `later` counts days on. Nothing for what is no date. */
export function dayStart(text: string | undefined, timeZone: string, later = 0): string | undefined {
  if (text === undefined || !DATE.test(text)) return undefined;
  const midnight = Date.parse(`${text}T00:00:00Z`) + later * DAY;
  if (Number.isNaN(midnight)) return undefined;
  const guess = midnight - ahead(midnight, timeZone);
  // Clocks may change between the guess and midnight in UTC.
  return new Date(midnight - ahead(guess, timeZone)).toISOString();
}
