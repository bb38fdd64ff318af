import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '../../../frame/navigation.tsx';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';
import { recordOf } from '../../parts/record-query.ts';
import { claimNext, skip } from './next-claim.ts';

/** Opens the proofing with the earliest deadline that no one else has claimed; skipped ones come last. */
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

  const open = async (opened?: string) => {
    const { pathname } = location;
    /** A person who went elsewhere meanwhile stays there. A claim ends by itself. */
    const isStillHere = () => location.pathname === pathname;
    setBusy(true);
    setError(undefined);
    try {
      const claim = async (leftOut: string[]) =>
        (await guarded(() => admin('claimNextProofing', { skip: leftOut }))).proofing;
      const { proofing, wasSkipped } = await claimNext(claim, opened);
      void queries.invalidateQueries({ queryKey: ['listProofings'] });
      if (proofing) {
        queries.setQueryData(['getProofing', { id: proofing.id }], proofing);
        await readAhead(proofing.id, proofing.holderId);
        if (isStillHere()) {
          await navigate({ to: '/reviews/$id', params: { id: proofing.id } });
          if (wasSkipped) say(words.skippedBefore);
        }
      } else {
        say(words.noneLeft);
        if (isStillHere()) await navigate({ to: '/reviews' });
      }
    } catch (cause) {
      if (!(cause instanceof Abandoned)) setError(cause);
    }
    setBusy(false);
  };
  const openNext = () => open();
  /** Skips the proofing that is open, and opens the next one. */
  const leave = (id: string) => {
    skip(id);
    return open(id);
  };
  return { openNext, leave, isBusy, error };
}
