import { DAY, HOUR, MINUTE, SECOND } from '../../conventions/time.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

const UNITS = [
  [365 * DAY, 'y'],
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'min'],
  [SECOND, 's'],
] as const;

/** `3 h ago`, `in 5 d`, `now`. Any text but a time in UTC stays as it is. */
export function relative(text: string, now: number): string {
  if (!TIME.test(text)) return text;
  const distance = Date.parse(text) - now;
  const size = Math.abs(distance);
  const unit = UNITS.find(([least]) => size >= least);
  if (unit === undefined) return 'now';
  const [one, name] = unit;
  const amount = `${Math.floor(size / one)} ${name}`;
  return distance < 0 ? `${amount} ago` : `in ${amount}`;
}

/** `21 Nov 2026, 13:00:00 CET`, in the time zone of this machine (`TZ`). Any text but a time in UTC stays as it is. */
export const zoned = (text: string): string =>
  TIME.test(text)
    ? new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' }).format(Date.parse(text))
    : text;
