import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { omit } from '../../conventions/omit.ts';
import { DAY } from '../../conventions/time.ts';
import type { BodyOf } from '../contract/index.ts';
import { adUnitFragment } from '../names.ts';
import type { MediationDeps, Operation } from '../operation.ts';
import type { Publisher } from '../ports/entities.ts';
import type { Replaced } from '../ports/statistics.ts';
import { notFound, type Violations, violationsOf } from '../refusals.ts';
import { dayBoundsOf, dayOf, lengthOf } from '../reports/report-days.ts';
import { dayNumber, hourNumber } from '../statistics/days.ts';
import { ingestBatch, refuse } from '../statistics/ingest-batch.ts';
import { closedDaysProblem, LATEST } from '../statistics/place-row.ts';
import { DEVICE_SOURCE, MOST_SOURCES, sourceNames } from '../statistics/sources.ts';

const MOST_ROWS = 5000;
/** Days times ad sources that one batch replaces. */
const MOST_REPLACED = 5000;
/** Ad units of one batch that replaces no others. */
const MOST_UNITS = 1000;
const KEPT = 35 * DAY;

const NOT_CONTINUED =
  'is not the id of a stored batch that replaced the same; send that one again, then those that continue it';

const BATCH_ID = /^[A-Za-z0-9._:-]{1,64}$/;
const SOURCE = /^[a-z][a-z0-9_-]{0,31}$/;
const AD_SOURCE_ID = /^\d{1,20}$/;

type Body = BodyOf<'accounts.statistics.ingest'>;
type Sent = NonNullable<Body['replace']>;

/** The days of a batch in the time zone of the publisher. */
function daysOf({ dateRange = {} }: Sent, now: number, timeZone: string, violations: Violations) {
  const [first, last] = [dayOf(dateRange.startDate ?? {}), dayOf(dateRange.endDate ?? {})];
  if (first === undefined) violations.add('replace.dateRange.startDate', 'is missing or does not exist');
  if (last === undefined) violations.add('replace.dateRange.endDate', 'is missing or does not exist');
  if (first === undefined || last === undefined) return undefined;
  const length = lengthOf(first, last);
  if (length < 1) violations.add('replace.dateRange', 'ends before it begins');
  if (length > LATEST.server / DAY) violations.add('replace.dateRange', 'has more than 400 days');
  if (length < 1 || length > LATEST.server / DAY) return undefined;
  const bounds = dayBoundsOf(first, last, timeZone);
  const [from, before] = [bounds[0]!.from, bounds.at(-1)!.to];
  const problem = closedDaysProblem({ from, to: before }, now);
  if (problem !== undefined) violations.add('replace.dateRange', problem);
  return {
    firstDay: dayNumber(first),
    lastDay: dayNumber(last),
    hours: { from: hourNumber(from), before: hourNumber(before) },
    length,
  };
}

function replacedOf(sent: Sent, now: number, publisher: Publisher, violations: Violations) {
  const { publisherId, reportingTimeZone } = publisher;
  const { adSourceIds = [], adUnitIds = [], adUnitsFrom, adUnitsBefore, continues } = sent;
  const days = daysOf(sent, now, reportingTimeZone, violations);
  const isWrong = adSourceIds.length === 0 || !adSourceIds.every((id) => AD_SOURCE_ID.test(id));
  if (isWrong) violations.add('replace.adSourceIds', 'is not a list of ad source ids');
  if (days && days.length * adSourceIds.length > MOST_REPLACED)
    violations.add('replace', 'has more than 5000 days times ad sources');
  const fragment = (name: string, id: string | undefined) => {
    const found = id === undefined ? undefined : adUnitFragment(publisherId, id);
    if (id !== undefined && found === undefined)
      violations.add(`replace.${name}`, 'is not an ad unit id of this publisher');
    return found;
  };
  if (continues !== undefined && !BATCH_ID.test(continues))
    violations.add('replace.continues', 'is not the id of a batch');
  if (adUnitIds.length > MOST_UNITS) violations.add('replace.adUnitIds', `has more than ${MOST_UNITS} ids`);
  const listed = adUnitIds.slice(0, MOST_UNITS).flatMap((id) => fragment('adUnitIds', id) ?? []);
  const units = {
    // An empty list is what an absent one is.
    adUnits: adUnitIds.length > 0 ? [...new Set(listed)] : undefined,
    adUnitsFrom: fragment('adUnitsFrom', adUnitsFrom),
    adUnitsBefore: fragment('adUnitsBefore', adUnitsBefore),
  };
  if (!days) return undefined;
  const range = omit(days, 'length');
  return { ...range, adSourceIds: [...new Set(adSourceIds)], ...units, continues };
}

/** The members of a batch but its rows. @throws StatusError INVALID_STATISTICS */
function checked(body: Body, now: number, publisher: Publisher) {
  const { batchId = '', source = '', mode, replace: sent, rows = [] } = body;
  const violations = violationsOf('INVALID_STATISTICS');
  if (!BATCH_ID.test(batchId))
    violations.add('batch_id', 'is not 1 to 64 letters, digits, "-", "_", "." and ":"');
  if (!SOURCE.test(source))
    violations.add(
      'source',
      'is not a lower-case letter and up to 31 lower-case letters, digits, "-" and "_"',
    );
  if (source === DEVICE_SOURCE) violations.add('source', 'is reserved for the events of devices');
  if (mode === undefined) violations.add('mode', 'is neither ADD nor REPLACE');
  if ((mode === 'REPLACE') !== (sent !== undefined))
    violations.add('replace', 'belongs to REPLACE, and to it alone');
  if (rows.length > MOST_ROWS) violations.add('rows', `has more than ${MOST_ROWS} rows`);
  const replace: Replaced | undefined = sent && replacedOf(sent, now, publisher, violations);
  violations.refuse();
  return { batchId, source, replace, rows };
}

/** A publisher has few sources, because each takes rows of its own. @throws StatusError INVALID_STATISTICS */
function sourceCheck({ statistics }: Pick<MediationDeps, 'statistics'>) {
  const known = sourceNames(statistics);
  return async (publisherId: string, source: string): Promise<void> => {
    if (await known.admits(publisherId, source)) return;
    refuse('source', `is a new one, and the publisher already has ${MOST_SOURCES}`);
  };
}

export const ingestStatistics: Operation<
  'accounts.statistics.ingest',
  'store' | 'statistics' | 'catalogue' | 'policy' | 'clock'
> = (deps) => {
  const checkSource = sourceCheck(deps);
  return async ({ publisherId, body }) => {
    const now = deps.clock();
    const publisher = await deps.store.read((reader) => reader.publisher(publisherId));
    if (!publisher) throw notFound();
    const { batchId, source, replace, rows } = checked(body, now, publisher);
    await checkSource(publisherId, source);
    // Parsing took its share of this turn.
    await nextTurn();
    const { outcome, accepted, rejected } = await ingestBatch(deps, {
      publisher,
      source,
      batchId,
      rows,
      now,
      latest: LATEST.server,
      keepsEmpty: true,
      kept: KEPT,
      replace,
    });
    if (outcome === 'notContinued') refuse('replace.continues', NOT_CONTINUED);
    return { accepted, rejected: [...rejected], duplicate: outcome === 'duplicate' };
  };
};
