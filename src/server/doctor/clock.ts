import { type Check, failure, ok } from './finding.ts';

/** When this version was made: no clock that is right shows less. */
const MADE = Date.UTC(2026, 10, 21);

/** Milliseconds by which clocks of two machines may differ. */
const TOLERANCE = 60_000;

const REMEDY = 'set the clock of this machine, and have it kept by NTP';

/** Nothing outside is asked: the clock must not be before what has happened already. */
export const clock: Check = async ({ database, now }) => {
  const shown = new Date(now).toISOString();
  if (now < MADE) return [failure(`the clock shows ${shown}, which is before this version was made`, REMEDY)];
  const newest = await database?.newestChange();
  if (newest !== undefined && newest > now + TOLERANCE) {
    const text = `the clock shows ${shown}, the database knows of ${new Date(newest).toISOString()}`;
    return [failure(text, REMEDY)];
  }
  return [ok(`the clock shows ${shown}, after everything that is known`)];
};
