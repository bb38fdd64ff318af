import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';

/** The most ids that a request may name. */
const MOST_SKIPPED = 100;

/** Proofings skipped since the page was loaded, newest last. */
let skipped: readonly string[] = [];

export function skip(id: string): void {
  skipped = [...skipped.filter((one) => one !== id), id].slice(-MOST_SKIPPED);
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
  const openNext = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { proofing } = await guarded(() => admin('claimNextProofing', { skip: [...skipped] }));
      void queries.invalidateQueries({ queryKey: ['listProofings'] });
      if (proofing) {
        await navigate({ to: '/reviews/$id', params: { id: proofing.id } } as never);
      } else {
        // When all were skipped, the queue starts again.
        skipped = [];
        say(words.noneLeft);
        await navigate({ to: '/reviews' } as never);
      }
    } catch (cause) {
      if (!(cause instanceof Abandoned)) setError(cause);
    }
    setBusy(false);
  };
  return { openNext, isBusy, error };
}
