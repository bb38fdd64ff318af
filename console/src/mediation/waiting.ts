import { useQuery } from '@tanstack/react-query';
import type { CallOptions } from '../api/client.ts';
import { useSession } from '../frame/session.tsx';
import { formattingLocale } from '../kit/time.tsx';
import { useMessages } from '../messages/index.ts';
import { EXPERIMENTS, FINDINGS, mediation } from './api.ts';
import { EXPERIMENTS_STALE, readExperiments } from './data.ts';
import { isToDecide } from './model/experiment.ts';
import { countOf, wrong } from './model/findings.ts';

async function countFindings(on: string, options: CallOptions): Promise<number> {
  const { body } = await mediation('accounts.lint', { on, query: { fields: 'counts' } }, options);
  return countOf(wrong(body.counts));
}

/** After a save, the findings are counted again, but at most so often. */
const FINDINGS_EVERY = 60_000;

/**
 * How much waits for a person, by the screens on which it does; absent where nothing waits. It is read after the first page is
 * painted, not with each page.
 */
export function useWaiting(publisher: string | undefined) {
  const { guarded } = useSession();
  const { mediationFrame: words } = useMessages();
  const account = `accounts/${publisher}`;
  const enabled = publisher !== undefined;
  const { data: experiments = [] } = useQuery({
    queryKey: [EXPERIMENTS, account],
    enabled,
    staleTime: EXPERIMENTS_STALE,
    queryFn: ({ signal }) => guarded(() => readExperiments(account, { signal })),
  });
  const { data: findings = 0 } = useQuery<number>({
    queryKey: [FINDINGS, account],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.isInvalidated ? FINDINGS_EVERY : false),
    queryFn: ({ signal }) => guarded(() => countFindings(account, { signal })),
  });
  const waits = (count: number, what: (count: number) => string) =>
    count === 0 ? {} : { waits: count.toLocaleString(formattingLocale()), waitsAs: what(count) };
  const toDecide = experiments.filter(({ experiment }) => isToDecide(experiment)).length;
  return { groups: waits(toDecide, words.toDecide), lint: waits(findings, words.findings) };
}
