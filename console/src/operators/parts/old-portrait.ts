import type { RecordAnswer } from './record-query.ts';

/** Faces change in this time, and passports end after it. */
const YEARS = 10;

/** The year in which the portrait was taken, if that is so long ago that the face must be compared with care. */
export function oldPortraitYear(
  { namespaces }: Pick<RecordAnswer, 'namespaces'>,
  now: number,
): string | undefined {
  const taken = namespaces
    .flatMap(({ elements }) => elements)
    .find(({ identifier }) => identifier === 'portrait_capture_date');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() - YEARS);
  const time = Date.parse(String(taken?.value));
  return time <= latest.getTime() ? new Date(time).toISOString().slice(0, 4) : undefined;
}
