import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../frame/session.tsx';
import { formattingLocale } from '../kit/time.tsx';
import { useMessages } from '../messages/index.ts';
import { EXPERIMENTS, FINDINGS } from './api.ts';
import { EXPERIMENTS_STALE, readExperiments, readFindingCounts } from './data.ts';
import { isToDecide } from './model/experiment.ts';
import { errorsAndWarnings } from './model/findings.ts';

/** After a save, the findings are counted again, but at most so often. */
const FINDINGS_EVERY = 60_000;

/** A page may ask for more when an answer arrives, so it is quiet only after so many milliseconds. */
const QUIET = 100;

/** Whether the first page has all its data. What the menu counts is much work for the server, and would delay its rows. */
function useIsFirstPageRead(): boolean {
  const isReading = useIsFetching() > 0;
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (isReading || isRead) return;
    const timer = setTimeout(() => setRead(true), QUIET);
    return () => clearTimeout(timer);
  }, [isReading, isRead]);
  return isRead;
}

/**
 * How much waits for a person, by the screens on which it does; absent where nothing waits. It is read after the first page,
 * not with each page.
 */
export function useWaiting(publisher: string | undefined) {
  const { guarded } = useSession();
  const { mediationFrame: words } = useMessages();
  const account = `accounts/${publisher}`;
  const enabled = useIsFirstPageRead() && publisher !== undefined;
  const { data: experiments = [] } = useQuery({
    queryKey: [EXPERIMENTS, account],
    enabled,
    staleTime: EXPERIMENTS_STALE,
    queryFn: ({ signal }) => guarded(() => readExperiments(account, { signal })),
  });
  const { data: counts } = useQuery<Awaited<ReturnType<typeof readFindingCounts>>>({
    queryKey: [FINDINGS, account],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.isInvalidated ? FINDINGS_EVERY : false),
    queryFn: ({ signal }) => guarded(() => readFindingCounts(account, { signal })),
  });
  const [errors, warnings] = errorsAndWarnings(counts);
  const waits = (count: number, what: string) =>
    count === 0 ? {} : { waits: count.toLocaleString(formattingLocale()), waitsAs: what };
  const toDecide = experiments.filter(({ experiment }) => isToDecide(experiment)).length;
  return {
    groups: waits(toDecide, words.toDecide(toDecide)),
    lint: waits(errors + warnings, words.findings(errors, warnings)),
  };
}
