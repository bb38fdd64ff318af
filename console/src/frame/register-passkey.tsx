import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { canUsePasskeys, registerPasskey, registrationOptions } from '../api/passkeys.ts';
import { getSession, needsStepUp, type Session } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Field, TextInput } from '../kit/field.tsx';
import { Alert } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { Abandoned } from './abandoned.ts';
import { Card } from './card.tsx';
import { usePasskeyProblem } from './passkey-problem.ts';

type Guarded = <T>(request: () => Promise<T>) => Promise<T>;

interface RegisterFormProps {
  /** Asks for a proof of the last minutes where it is missing. */
  readonly guarded: Guarded;
  readonly onDone: () => unknown;
  readonly onCancel?: () => void;
}

/** Names a new passkey and lets the browser make it. */
export function RegisterForm({ guarded, onDone, onCancel }: RegisterFormProps) {
  const { passkeys, common } = useMessages();
  const problemOf = usePasskeyProblem();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const options = await guarded(registrationOptions);
      await registerPasskey(options, name.trim());
      await onDone();
    } catch (error) {
      if (error instanceof ApiError && needsStepUp(error)) setProblem(passkeys.tooLate);
      else if (!(error instanceof Abandoned)) setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="stack">
      {problem && <Alert>{problem}</Alert>}
      <Field label={passkeys.name} hint={passkeys.nameHint}>
        <TextInput value={name} onChange={setName} required maxLength={64} autoComplete="off" autoFocus />
      </Field>
      <div className="actions">
        {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
        <Button kind="main" type="submit" isBusy={isBusy}>
          {passkeys.register}
        </Button>
      </div>
    </form>
  );
}

interface RegisterPageProps {
  readonly onRegistered: (session: Session) => void;
  readonly onSignOut: () => Promise<void>;
}

const unguarded: Guarded = (request) => request();

/** Shown in place of the console until the person has a passkey that the settings accept. */
export function RegisterPage({ onRegistered, onSignOut }: RegisterPageProps) {
  const { passkeys, account } = useMessages();
  return (
    <Card title={passkeys.registerTitle}>
      <p className="soft">{passkeys.registerText}</p>
      {canUsePasskeys() ? (
        <RegisterForm guarded={unguarded} onDone={async () => onRegistered(await getSession())} />
      ) : (
        <Alert>{passkeys.unsupported}</Alert>
      )}
      <div className="actions">
        <Button kind="quiet" onClick={onSignOut}>
          {account.signOut}
        </Button>
      </div>
    </Card>
  );
}
