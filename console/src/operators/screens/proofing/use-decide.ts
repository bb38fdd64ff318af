import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { useNavigate } from '../../../frame/navigation.tsx';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';
import type { Review } from './evidence.tsx';
import { type Draft, noteOf } from './forms.ts';
import { type Decision, holdDecision, UNDO_TIME, undoHeld, useHeldDecision } from './held-decision.ts';

export const DECISION_METHODS = {
  accept: 'acceptProofing',
  reject: 'rejectProofing',
  challenge: 'challengeProofing',
  resume: 'resumeProofing',
} as const;

/** Data to read again after a decision. The record is not, because every view of it is written to the audit log. */
const CHANGED = [
  'getProofing',
  'getProofingReview',
  'listProofings',
  'listEvents',
  'logRows',
  'getCounts',
  'getSeries',
];

/** The state had changed: another person or the wallet decided first. */
export const isLate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 412 || error.reason === 'INVALID_STATE');

const UNDO_KEY = 'z';

interface Taken {
  readonly decision: Decision;
  readonly detail?: object | undefined;
  readonly draft: Draft;
  /** The person whom it is about. */
  readonly name: string;
}

/** Opens the proofing again with what was typed, while the decision on it can still be undone. */
function useUndoDecision() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    const held = undoHeld();
    if (!held) return;
    void queries.invalidateQueries({ queryKey: ['listProofings'] });
    void navigate({ to: '/reviews/$id', params: { id: held.id } });
  };
}

/** The key that undoes the decision that is held back, on screens of the review. */
export function useUndoShortcut(): void {
  const { proofing: words } = useMessages();
  const { held } = useHeldDecision();
  const undo = useUndoDecision();
  useShortcuts([{ keys: UNDO_KEY, text: words.undo, run: undo, disabled: held === undefined }]);
}

/** Makes decisions on the version that is shown (`If-Match`). */
export function useDecide({ proofing: { id, etag } }: Review) {
  const { proofing: words, common } = useMessages();
  const { guarded } = useSession();
  const queries = useQueryClient();
  const say = useSay();
  const undo = useUndoDecision();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isOutdated, setOutdated] = useState(false);
  /** The state of the button comes too late for a key that is pressed twice. */
  const isRunning = useRef(false);

  const refresh = () => Promise.all(CHANGED.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const call = ({ decision, detail, draft }: Taken, validateOnly: boolean) => {
    const request = {
      id,
      ...(detail && { detail }),
      ...noteOf(draft),
      ...(validateOnly && { validateOnly }),
    };
    return guarded(() =>
      admin(DECISION_METHODS[decision], request, { ifMatch: etag, keepalive: !validateOnly }),
    );
  };

  /** Runs one request of the form. @returns whether it succeeded */
  const attempt = async (request: () => Promise<unknown>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    setOutdated(false);
    try {
      await request();
      return true;
    } catch (cause) {
      if (isLate(cause)) setOutdated(true);
      else if (!(cause instanceof Abandoned)) setError(cause);
      await refresh();
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  /** Resuming decides nothing, so it is not held back. */
  const resume = (taken: Taken) =>
    attempt(async () => {
      await call(taken, false);
      say(words.done.resume(taken.name));
      await refresh();
    });

  /**
   * Tries the decision out, so that a refusal is shown beside the form, and holds it back.
   * @returns whether it is held
   */
  const hold = (taken: Taken) =>
    attempt(async () => {
      const { decision, name, draft } = taken;
      await call(taken, true);
      const dismiss = say(words.done[decision](name), {
        text: common.undo,
        shortcut: UNDO_KEY,
        time: UNDO_TIME,
        run: undo,
      });
      const send = async () => {
        await call(taken, false).finally(refresh);
      };
      holdDecision({ id, name, decision, draft, send, onEnd: dismiss });
    });

  return { resume, hold, isBusy, error, isOutdated };
}
