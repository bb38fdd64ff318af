import { isoTime } from '../../conventions/json-schema.ts';
import { DAY } from '../../conventions/time.ts';
import type { ProofingCount } from '../../issuer/ports/figures.ts';
import type { RequestInterface } from '../../issuer/ports/requests.ts';
import { FIGURE_METHODS } from '../contract/figures/methods.ts';
import { issuer, operation } from '../operation/operation.ts';
import { dateOf, expiringByDay, grouped, MOST, medianOf, outcomesOf, sumOf } from './figures.ts';

const STANDARD_DAYS = 7;

/** Results of the proofings of one day; `waits` are in milliseconds. */
function dayOf(date: string, counts: readonly ProofingCount[], waits: readonly number[]) {
  const within = (...states: readonly string[]) =>
    sumOf(counts.filter(({ state }) => states.includes(state)));
  const wait = medianOf(waits);
  return {
    date,
    created: sumOf(counts),
    accepted: within('accepted'),
    rejected: within('rejected'),
    waiting: within('pending', 'challenged'),
    ...(wait !== undefined && { medianWaitSeconds: wait / 1000 }),
  };
}

export const getSeries = operation(FIGURE_METHODS.getSeries, {
  needs: issuer,
  async run({ store, clock, requests: log }, { days = STANDARD_DAYS }) {
    await log.settled();
    const now = clock();
    const from = now - days * DAY;
    const period = { from, before: now };
    const { refusals, load, sample, counts, waits } = await store.read(async (reader) => ({
      refusals: await reader.requestCounts({
        by: ['hour', 'interface', 'outcome'],
        isRefused: true,
        ...period,
      }),
      load: await reader.requestCounts({
        by: ['hour', 'interface', 'operation'],
        isRefused: false,
        ...period,
      }),
      sample: await reader.sampleMsos(MOST.msos),
      counts: await reader.countsByDay(from, MOST.proofings),
      waits: await reader.waits(from, MOST.waits),
    }));
    const waitsByDay = grouped(waits, ({ createdAt }) => dateOf(createdAt));
    const byDay = [...grouped(counts, ({ day }) => dateOf(day))].map(([date, some]) => {
      const waited = (waitsByDay.get(date) ?? []).map((one) => one.waited);
      return dayOf(date, some, waited);
    });
    return {
      startTime: isoTime(from),
      endTime: isoTime(now),
      refusals: refusals.map(({ hour, interface: of, outcome, requests }) => {
        return {
          hourTime: isoTime(hour),
          interface: of as RequestInterface,
          reason: outcome,
          count: requests,
        };
      }),
      load: load
        .filter(({ interface: of }) => of === 'issuer')
        .map(({ hour, operation, requests }) => ({ hourTime: isoTime(hour), operation, count: requests })),
      msos: { days: expiringByDay(sample, now), isEstimate: sample.factor !== 1 },
      funnel: {
        isCapped: sumOf(counts) === MOST.proofings,
        outcomes: outcomesOf(counts),
        days: byDay.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
      },
    };
  },
});
