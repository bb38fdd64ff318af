import { useQuery } from '@tanstack/react-query';
import type { CallOptions } from '../api/client.ts';
import { useSession } from '../frame/session.tsx';
import { formattingLocale } from '../kit/time.tsx';
import { live, mediation } from './api.ts';
import { isToDecide } from './model/experiment.ts';

const FIELDS = 'nextPageToken,mediationGroups(name,mediationAbExperimentState)';

/** Groups whose experiments are read. */
const MOST_GROUPS = 20;

async function experimentsToDecide(account: string, options: CallOptions): Promise<number> {
  const groups = await live(account, options).groups({ fields: FIELDS });
  const running = groups.filter(({ mediationAbExperimentState: state }) => state === 'RUNNING');
  const experiments = await Promise.all(
    running.slice(0, MOST_GROUPS).map(({ name = '' }) => live(account, options).experiments(name)),
  );
  return experiments.flat().filter(isToDecide).length;
}

async function findings(on: string, options: CallOptions): Promise<number> {
  const { body } = await mediation('accounts.lint', { on, query: { fields: 'counts' } }, options);
  return (body.counts ?? []).reduce((sum, { count = 0 }) => sum + count, 0);
}

/**
 * How much waits for a person, by the screens on which it does; absent where nothing waits. It is read after the first page is
 * painted, and again after a change, not with each page.
 */
export function useWaiting(publisher: string | undefined) {
  const { guarded } = useSession();
  const useCount = (name: string, read: (account: string, options: CallOptions) => Promise<number>) => {
    const { data = 0 } = useQuery({
      queryKey: [name, publisher],
      enabled: publisher !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) => guarded(() => read(`accounts/${publisher}`, { signal })),
    });
    return data === 0 ? undefined : data.toLocaleString(formattingLocale());
  };
  return {
    groups: useCount('experimentsToDecide', experimentsToDecide),
    lint: useCount('findingsInMenu', findings),
  };
}
