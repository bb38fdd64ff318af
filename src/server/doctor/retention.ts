import type { Seal } from '../../audit/ports/seals.ts';
import { parseStatement } from '../../audit/statement.ts';
import { DAY } from '../../conventions/time.ts';
import type { BelievedTime } from '../../issuer/ports/clock.ts';
import type { LegalHold } from '../../issuer/ports/holds.ts';
import type { PurgeState } from '../../issuer/ports/retention.ts';
import type { KeyRecord } from '../../keys/key-register.ts';
import { DOUBTED_FOR } from '../rounds/believed-clock.ts';
import { logKeptSince } from '../rounds/retention.ts';
import { type Check, daysOf, type Finding, ok, type Subject, warning } from './findings.ts';

/** Purges run once a day. */
const LATE = 2 * DAY;

interface Kept {
  readonly keys: readonly KeyRecord[];
  readonly purges: readonly PurgeState[];
  readonly clock: BelievedTime | undefined;
  /** Open holds whose review is due. */
  readonly overdue: readonly LegalHold[];
  /** The oldest seal in the database. */
  readonly first: Seal | undefined;
}

const day = (at: number | string) => new Date(at).toISOString().slice(0, 10);

function lateFinding({ kind, dueAt }: PurgeState, now: number): readonly Finding[] {
  if (now - dueAt <= LATE) return [];
  const text = `the purge of ${kind} is ${daysOf(now - dueAt)} days late`;
  return [warning(text, 'look for "sweep failed" in the server log; the server purges while it runs')];
}

function logFinding({ settings, now }: Pick<Subject, 'settings' | 'now'>, { keys, first }: Kept): Finding {
  const { sealTime } = (first && parseStatement(first.statement)) ?? {};
  if (!first || sealTime === undefined) return ok('there is no audit log to purge yet');
  const { auditLogDays } = settings.retention;
  const purged = first.number > 1 ? `entries before ${day(sealTime)} were purged` : 'nothing was purged';
  const since = logKeptSince(settings, keys, now);
  const byAge = now - auditLogDays * DAY;
  const isKeptForKeys = since < byAge && Date.parse(sealTime) < byAge;
  const why = isKeptForKeys ? `; older ones are kept since ${day(since)} because of a key` : '';
  return ok(`audit log: kept for ${auditLogDays} days, ${purged}${why}`);
}

const reviewFinding = ({ holdId, reviewAt }: LegalHold): Finding =>
  warning(
    `the review of the legal hold ${holdId} was due on ${day(reviewAt)}`,
    'lift the hold, or place another one with a later review and then lift this one',
  );

function clockFinding(clock: BelievedTime | undefined): readonly Finding[] {
  if (clock?.aheadSince === undefined) return [];
  const until = new Date(clock.aheadSince + DOUBTED_FOR).toISOString();
  const text = `the clock is more than a day ahead of the last sweep, at ${new Date(clock.believedAt).toISOString()}; nothing is deleted for good before ${until}`;
  return [warning(text, 'set the clock; if no server ran in between, it is right and nothing is to do')];
}

/** Whether what need not be kept any longer is deleted. */
export function retentionFindings(
  subject: Pick<Subject, 'settings' | 'now'>,
  kept: Kept,
): readonly Finding[] {
  return [
    logFinding(subject, kept),
    ...clockFinding(kept.clock),
    ...kept.purges.flatMap((state) => lateFinding(state, subject.now)),
    ...kept.overdue.map(reviewFinding),
  ];
}

export const retention: Check = async ({ settings, database, now }) => {
  if (!database) return [ok('there is nothing to purge yet')];
  // A database that no version since 1.0.0 made may lack the table; the check of the store reports that.
  const purges = await database.purges.purgeStates().catch(() => []);
  const believed = await database.purges.believedTime().catch(() => undefined);
  const overdue = await database.purges.holdsToReview(now).catch(() => []);
  const [keys, first] = [await database.keys.list(), await database.seals.sealAfter(0)];
  return retentionFindings({ settings, now }, { keys, purges, clock: believed, overdue, first });
};
