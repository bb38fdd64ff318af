import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { createFirstAdministrator, type Session } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Alert } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { EmailField, NewPasswordField } from './account-fields.tsx';
import { Card } from './card.tsx';

/** With the one-time code of a new installation: creates the first account and nothing else. */
export function FirstAdministrator({ onCreated }: { readonly onCreated: (session: Session) => void }) {
  const { account } = useMessages();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onCreated(await createFirstAdministrator(email, password));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Card title={account.firstTitle}>
      <p className="soft">{account.firstText}</p>
      <form onSubmit={submit} className="stack">
        {problem && <Alert>{problem}</Alert>}
        <EmailField value={email} onChange={setEmail} autoFocus />
        <NewPasswordField label={account.newPassword} value={password} onChange={setPassword} />
        <div className="actions">
          <Button kind="main" type="submit" isBusy={isBusy}>
            {account.create}
          </Button>
        </div>
      </form>
    </Card>
  );
}
