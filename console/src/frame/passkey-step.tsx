import { useState } from 'react';
import { type RequestOptions, signInByPasskey } from '../api/passkeys.ts';
import type { Session } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Alert } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { usePasskeyProblem } from './passkey-problem.ts';

interface PasskeyStepProps {
  readonly options: RequestOptions;
  readonly onSignedIn: (session: Session) => void;
  readonly onCancel: () => void;
}

/** Asks for the passkey that must follow the password. */
export function PasskeyStep({ options, onSignedIn, onCancel }: PasskeyStepProps) {
  const { passkeys, common } = useMessages();
  const problemOf = usePasskeyProblem();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onSignedIn(await signInByPasskey(options));
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <p>{passkeys.nextText}</p>
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
