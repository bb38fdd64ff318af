import { useState } from 'react';
import type { Session } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Alert } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { usePasskeyProblem } from './passkey-problem.ts';

interface PasskeyStepProps {
  readonly text: string;
  /** Asks the browser for the passkey. */
  readonly ask: () => Promise<Session>;
  readonly onDone: (session: Session) => void;
  readonly onCancel: () => void;
}

/** Asks for a passkey: after the password, or before a final action. */
export function PasskeyStep({ text, ask, onDone, onCancel }: PasskeyStepProps) {
  const { passkeys, common } = useMessages();
  const problemOf = usePasskeyProblem();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onDone(await ask());
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <p className="soft">{text}</p>
      {problem && <Alert>{problem}</Alert>}
      <div className="actions">
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button kind="main" isBusy={isBusy} onClick={run} autoFocus>
          {passkeys.useYours}
        </Button>
      </div>
    </div>
  );
}
