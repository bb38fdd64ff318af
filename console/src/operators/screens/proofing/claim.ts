import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { beforeSigningOut } from '../../../frame/before-leaving.ts';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { admin } from '../../api.ts';
import { heldId } from './held-decision.ts';

/** A claim lasts five minutes. */
const RENEW_EVERY = 2 * 60_000;

/**
 * Claims the proofing while it is open and visible, and releases the claim on leaving. While another person has it, the page
 * offers only to take it over.
 */
export function useClaim(id: string, isOpen: boolean) {
  const queries = useQueryClient();
  const { guarded } = useSession();
  const [error, setError] = useState<unknown>();
  const note = useCallback(
    (proofing: unknown) => queries.setQueryData(['getProofing', { id }], proofing),
    [queries, id],
  );

  useEffect(() => {
    if (!isOpen) return;
    let isReleased = false;
    const renew = () => {
      if (document.visibilityState !== 'visible') return;
      // Also of a page that the browser kept, and shows again.
      isReleased = false;
      // A refusal means that another person has claimed it; the next refresh shows who.
      admin('claimProofing', { id }, { background: true }).then(note, () =>
        queries.invalidateQueries({ queryKey: ['getProofing', { id }] }),
      );
    };
    const release = async () => {
      // The claim stays until the decision is sent. Until then other operators cannot start this review.
      if (isReleased || heldId() === id) return;
      isReleased = true;
      await admin('releaseProofing', { id }, { background: true, keepalive: true }).then(
        () => queries.invalidateQueries({ queryKey: ['listProofings'] }),
        () => {},
      );
    };
    renew();
    const timer = setInterval(renew, RENEW_EVERY);
    document.addEventListener('visibilitychange', renew);
    addEventListener('pagehide', release);
    const keep = beforeSigningOut(release);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      removeEventListener('pagehide', release);
      keep();
      void release();
    };
  }, [id, isOpen, note, queries]);

  const takeOver = async () => {
    setError(undefined);
    try {
      note(await guarded(() => admin('claimProofing', { id, takeOver: true })));
      return true;
    } catch (cause) {
      if (!(cause instanceof Abandoned)) setError(cause);
      return false;
    }
  };
  return { takeOver, error };
}
