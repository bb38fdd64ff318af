import { type FormEvent, useState } from 'react';
import { ApiError, send } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { Field, TextInput } from '../kit/field.tsx';
import { Alert } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { Card } from './card.tsx';

/** With the one-time code of a new installation: creates the first account and nothing else. */
export function FirstAdministrator({ onCreated }: { readonly onCreated: () => void }) {
  const { account } = useMessages();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await send('POST', '/session:createFirstAdministrator', { email, password });
      onCreated();
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
        <Field label={account.email}>
          <TextInput
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={254}
            value={email}
            onChange={setEmail}
          />
        </Field>
        <Field label={account.newPassword}>
          <TextInput
            type="password"
            autoComplete="new-password"
            minLength={12}
            maxLength={1024}
            required
            value={password}
            onChange={setPassword}
          />
        </Field>
        <div className="actions">
          <Button kind="main" type="submit" isBusy={isBusy}>
            {account.create}
          </Button>
        </div>
      </form>
    </Card>
  );
}
