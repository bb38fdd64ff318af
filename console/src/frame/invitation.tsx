import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { acceptInvitation, readInvitation, type Session } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Alert, Failure, Loading, Notice } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { EmailField, NewPasswordField } from './account-fields.tsx';
import { Card } from './card.tsx';

interface InvitationProps {
  readonly code: string;
  /** The person is signed in, or has to sign in with the new password. */
  readonly onDone: (session: Session | undefined) => void;
}

/** A person who was invited chooses a password. */
export function InvitationPage({ code, onDone }: InvitationProps) {
  const { account } = useMessages();
  const query = useQuery({
    queryKey: ['invitation'],
    queryFn: () => readInvitation(code),
    retry: false,
    gcTime: 0,
  });
  const { data, error } = query;
  const isUsed = error instanceof ApiError && error.reason === 'CODE_INVALID';
  return (
    <Card title={isUsed ? account.invitationUsedTitle : account.invitationTitle}>
      {data && <ChoosePassword code={code} {...data} onDone={onDone} />}
      {!data && !error && <Loading />}
      {error !== null && !isUsed && <Failure error={error} onRetry={() => query.refetch()} />}
      {isUsed && (
        <>
          <Notice kind="care">{account.invitationUsed}</Notice>
          <p>{account.invitationAgain}</p>
          <pre className="command">{account.invitationCommand}</pre>
          <div className="actions">
            <Button kind="main" onClick={() => onDone(undefined)}>
              {account.signIn}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

interface ChooseProps extends InvitationProps {
  readonly email: string;
  readonly role?: string;
  readonly publisherNames: readonly string[];
}

function ChoosePassword({ code, email, role, publisherNames, onDone }: ChooseProps) {
  const { account } = useMessages();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const roles: Readonly<Record<string, string>> = account.roles;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password !== again) return setProblem(account.passwordsDiffer);
    setBusy(true);
    try {
      const answer = await acceptInvitation(code, password);
      onDone('person' in answer ? (answer as Session) : undefined);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="stack">
      <p className="soft">{account.invitationText}</p>
      {role !== undefined && (
        <p className="soft">
          {account.yourRole(role)} {roles[role]}
        </p>
      )}
      {publisherNames.length > 0 && (
        <p className="soft">{account.yourPublishers(publisherNames.join(', '))}</p>
      )}
      {problem && <Alert>{problem}</Alert>}
      <EmailField value={email} onChange={() => {}} isReadOnly />
      <NewPasswordField label={account.newPassword} value={password} onChange={setPassword} autoFocus />
      <NewPasswordField label={account.repeatPassword} value={again} onChange={setAgain} />
      <div className="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {account.invitationAccept}
        </Button>
      </div>
    </form>
  );
}
