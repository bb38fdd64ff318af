import { isoTime } from '../../conventions/json-schema.ts';
import { DAY } from '../../conventions/time.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import type { RequestInterface } from '../../issuer/ports/requests.ts';
import { FIGURE_METHODS } from '../contract/figures/methods.ts';
import { allKeys } from '../keys/keys.ts';
import type { OperationDeps } from '../operation/deps.ts';
import { issuer, keys, operation } from '../operation/operation.ts';
import { MOST, msosWithin, outcomesOf } from './figures.ts';

/** Keys are replaced this long before their certificate ends. */
const KEYS_END = 60 * DAY;
const MSOS_DUE = 7 * DAY;
const IN_USE: readonly string[] = ['active', 'next'];

async function proofings(reader: OperatorReader, now: number) {
  const first = async (by: 'createdAt' | 'deadlineAt') => {
    const page = { limit: 1, sort: { by, descending: false } } as const;
    return (await reader.listProofings(page, { now, state: 'pending' }))[0];
  };
  const [oldest, next] = [await first('createdAt'), await first('deadlineAt')];
  return {
    pending: await reader.countProofings('pending', now, MOST.counted),
    challenged: await reader.countProofings('challenged', now, MOST.counted),
    ...(oldest && { oldestTime: isoTime(oldest.createdAt) }),
    ...(next?.deadlineAt !== undefined && { deadlineTime: isoTime(next.deadlineAt) }),
    lastDay: outcomesOf(await reader.countsByDay(now - DAY, MOST.proofings)),
  };
}

/** Counts refusals by operation and reason, the most frequent first. */
async function refusals(reader: OperatorReader, now: number) {
  const by = ['interface', 'operation', 'outcome'] as const;
  const counts = await reader.requestCounts({ by, isRefused: true, from: now - DAY, before: now });
  return counts
    .map(({ interface: of, operation, outcome, requests }) => {
      return { interface: of as RequestInterface, operation, reason: outcome, count: requests };
    })
    .toSorted((one, other) => other.count - one.count);
}

/** Approvals are few: people ask for them one by one. */
const MOST_APPROVALS = 1000;

export const getCounts = operation(FIGURE_METHODS.getCounts, {
  needs: (deps: OperationDeps) => ({ ...issuer(deps), keys: keys(deps) }),
  async run({ store, clock, requests: log, keys }) {
    await log.settled();
    const now = clock();
    const read = await store.read(async (reader) => {
      const page = { limit: MOST_APPROVALS + 1 };
      const { length } = await reader.listApprovals(page, { now, state: 'awaited' });
      const sample = await reader.sampleMsos(MOST.msos);
      const { waiting, failed } = await reader.countOutbox();
      return {
        proofings: await proofings(reader, now),
        approvals: { count: Math.min(length, MOST_APPROVALS), isCapped: length > MOST_APPROVALS },
        notifications: { waiting, failed },
        refusals: await refusals(reader, now),
        msos: {
          valid: msosWithin(sample, now, Number.POSITIVE_INFINITY),
          due: msosWithin(sample, now, now + MSOS_DUE),
          isEstimate: sample.factor !== 1,
        },
      };
    });
    const ending = (await allKeys(keys)).keys.filter(
      ({ stage, notAfterTime }) => IN_USE.includes(stage) && Date.parse(notAfterTime) < now + KEYS_END,
    );
    return {
      time: isoTime(now),
      ...read,
      keys: ending.map(({ id, role, stage, notAfterTime }) => ({ id, role, stage, notAfterTime })),
    };
  },
});
