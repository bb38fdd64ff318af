import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';
import { useUndo } from '../../parts/undo.ts';
import type { Decision } from './decision-panel.tsx';
import type { Review } from './evidence.tsx';

const METHODS = {
  accept: 'acceptProofing',
  reject: 'rejectProofing',
  challenge: 'challengeProofing',
  resume: 'resumeProofing',
} as const;

/** Data to read again after a decision. The record is not, because every view of it is written to the audit log. */
const CHANGED = ['getProofing', 'getProofingReview', 'listProofings', 'listEvents', 'getCounts', 'getSeries'];

/** The state had changed: another person or the wallet decided first. */
const isLate = (error: unknown) =>
  error instanceof ApiError && (error.status === 412 || error.reason === 'INVALID_STATE');

interface Sent {
  readonly detail?: object | undefined;
  readonly note?: string;
}

/** Sends a decision on the version that is shown (`If-Match`). */
export function useDecide({ proofing: { id, etag } }: Review) {
  const { proofing: words } = useMessages();
  const { guarded } = useSession();
  const queries = useQueryClient();
  const say = useSay();
  const undo = useUndo();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isOutdated, setOutdated] = useState(false);
  /** The next state that is read comes from this decision. */
  const [isDone, setDone] = useState(false);

  const refresh = () => Promise.all(CHANGED.map((name) => queries.invalidateQueries({ queryKey: [name] })));

  const resume = async () => {
    await guarded(() => admin('resumeProofing', { id }));
    void refresh();
  };

  /** @returns whether the decision was stored */
  const decide = async (decision: Decision, { detail, note }: Sent): Promise<boolean> => {
    const request = { id, ...(detail && { detail }), ...(note !== undefined && { note }) };
    setBusy(true);
    setError(undefined);
    setOutdated(false);
    try {
      await guarded(() => admin(METHODS[decision], request, { ifMatch: etag }));
      setDone(true);
      const done = { accept: words.accepted, reject: words.rejected, resume: words.resumed };
      if (decision === 'challenge') say(words.challenged, undo(words.resumed, resume));
      else say(done[decision]);
      return true;
    } catch (cause) {
      if (isLate(cause)) setOutdated(true);
      else if (!(cause instanceof Abandoned)) setError(cause);
      return false;
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  return { decide, isBusy, error, isOutdated, isDone };
}
