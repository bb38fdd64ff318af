import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '../../../frame/navigation.tsx';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';
import { recordOf } from '../../parts/record-query.ts';
import { unstoredIds } from './held-decision.ts';

/** The most ids that a request may name. */
const MOST_SKIPPED = 100;

/** Proofings skipped since the page was loaded, newest last. */
let skipped: readonly string[] = [];

export function skip(id: string): void {
  skipped = [...skipped.filter((one) => one !== id), id].slice(-MOST_SKIPPED);
}

function leftOut(): string[] {
  const unstored = unstoredIds();
  return [...skipped.filter((id) => !unstored.includes(id)), ...unstored].slice(-MOST_SKIPPED);
}

/** Opens the proofing with the earliest deadline that no one else has claimed. */
export function useOpenNext() {
  const { proofing: words } = useMessages();
  const { guarded } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const say = useSay();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  /** Reads the data before the page changes, so that nothing jumps. What cannot be read is read again by the page. */
  const readAhead = (id: string, holderId: string | undefined) =>
    Promise.all([
      queries.prefetchQuery({
        queryKey: ['getProofingReview', { id }],
        queryFn: ({ signal }) => guarded(() => admin('getProofingReview', { id }, { signal })),
      }),
      holderId !== undefined && queries.prefetchQuery(recordOf(holderId, guarded)),
    ]);

  const openNext = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { proofing } = await guarded(() => admin('claimNextProofing', { skip: leftOut() }));
      void queries.invalidateQueries({ queryKey: ['listProofings'] });
      if (proofing) {
        queries.setQueryData(['getProofing', { id: proofing.id }], proofing);
        await readAhead(proofing.id, proofing.holderId);
        await navigate({ to: '/reviews/$id', params: { id: proofing.id } });
      } else {
        // When all were skipped, the queue starts again.
        skipped = [];
        say(words.noneLeft);
        await navigate({ to: '/reviews' });
      }
    } catch (cause) {
      if (!(cause instanceof Abandoned)) setError(cause);
    }
    setBusy(false);
  };
  return { openNext, isBusy, error };
}
