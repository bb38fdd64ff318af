import { setImmediate } from 'node:timers/promises';
import { ConflictError } from '../../conventions/errors.ts';
import { RunAll } from '../../conventions/run-all.ts';
import type { Clock } from '../../conventions/time.ts';
import type { OpenExperiment } from '../ports/entities.ts';
import { dayToLookAt, type LookDeps, lookAt } from './look.ts';

/** Experiments that are read at once. */
const PAGE = 200;

interface RoundDeps extends LookDeps {
  readonly clock: Clock;
}

/** Looks at an experiment if a day is over since the last look. */
async function lookOnce(deps: LookDeps, open: OpenExperiment, now: number): Promise<boolean> {
  const { store } = deps;
  const { publisherId, groupId, experimentId } = open;
  const [publisher, group, experiment] = await store.snapshot(async (reader) => [
    await reader.publisher(publisherId),
    await reader.group(publisherId, groupId),
    await reader.experiment(publisherId, groupId, experimentId),
  ]);
  if (!publisher || !group || !experiment) return false;
  const day = dayToLookAt(open, publisher.reportingTimeZone, now);
  if (day === undefined || day <= (open.lookedDay ?? 0)) return false;
  const look = await lookAt(deps, { publisher, group, experiment }, day);
  try {
    return await store.write((writer) => writer.keepLook(open, look));
  } catch (error) {
    // Another process was faster.
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

/**
 * Looks at each open experiment once after each of its days. An experiment that ended is looked at for the last
 * time after its last full day, and a stopped one never, so their results stay. Answers show the last look and
 * make none: the bounds are tested for daily looks, late data would change a result that somebody saw, and
 * readers would have to write. Returns the number of looks.
 */
export async function lookAtExperiments(deps: RoundDeps, now = deps.clock()): Promise<number> {
  let looks = 0;
  const round = new RunAll();
  for (let after: OpenExperiment | undefined; ; ) {
    const page = await deps.store.read((reader) => reader.openExperiments(PAGE, after));
    for (const open of page) {
      if (await round.part(() => lookOnce(deps, open, now))) looks += 1;
      // A look takes some milliseconds, so that requests need their turn.
      await setImmediate();
    }
    after = page.at(-1);
    if (after === undefined) break;
  }
  round.end();
  return looks;
}
