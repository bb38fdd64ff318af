import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { needsPasskey, stepUpByPasskey } from '../api/passkeys.ts';
import { type Session, stepUp } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Field, TextInput } from '../kit/field.tsx';
import { Modal } from '../kit/modal.tsx';
import { Alert, Loaded } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { ByOrganisation } from './organisations.tsx';
import { PasskeyStep } from './passkey-step.tsx';

interface StepUpProps {
  readonly person: Session['person'];
  readonly onDone: (session: Session | undefined) => void;
}

function ByPasskey({ onDone }: Pick<StepUpProps, 'onDone'>) {
  const { passkeys } = useMessages();
  const cancel = () => onDone(undefined);
  return <PasskeyStep text={passkeys.stepUpText} ask={stepUpByPasskey} onDone={onDone} onCancel={cancel} />;
}

function BySecret({ person, onDone }: StepUpProps) {
  const { account, common } = useMessages();
  const byCode = person.kind === 'adminToken';
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onDone(await stepUp(byCode ? { code: secret } : { password: secret }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isWrong = error.reason === 'SIGN_IN_REFUSED';
      setProblem(isWrong ? account.wrongPassword : error.message);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="stack">
      <p className="soft">{byCode ? account.stepUpCodeText : account.stepUpText}</p>
      {problem && <Alert>{problem}</Alert>}
      {!byCode && <input type="hidden" autoComplete="username" value={person.email ?? ''} readOnly />}
      <Field label={byCode ? account.code : account.password}>
        <TextInput
          type="password"
          autoComplete={byCode ? 'off' : 'current-password'}
          required
          maxLength={1024}
          value={secret}
          onChange={setSecret}
          autoFocus
        />
      </Field>
      <div className="actions">
        <Button onClick={() => onDone(undefined)}>{common.cancel}</Button>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {account.stepUp}
        </Button>
      </div>
    </form>
  );
}

/** Every sign-in at the provider proves anew who the person is. */
function AtOrganisation({ organisation }: Required<Pick<Session['person'], 'organisation'>>) {
  const { account } = useMessages();
  const { name, provesTime } = organisation;
  if (!provesTime) return <p>{account.noTimeOfProof(name)}</p>;
  return (
    <div className="stack">
      <p className="soft">{account.stepUpByOrganisation(name)}</p>
      <ByOrganisation organisation={organisation} inNewTab />
    </div>
  );
}

function ByCredential({ person, onDone }: StepUpProps) {
  const query = useQuery({ queryKey: ['step-up'], queryFn: needsPasskey, gcTime: 0 });
  return (
    <Loaded query={query}>
      {(isNeeded) =>
        isNeeded ? <ByPasskey onDone={onDone} /> : <BySecret person={person} onDone={onDone} />
      }
    </Loaded>
  );
}

/** Asks for the passkey or, without one, for the password again before a final action (ASVS 7.5.3). */
export function StepUpDialog({ person, onDone }: StepUpProps) {
  const { account } = useMessages();
  const { organisation } = person;
  return (
    <Modal title={account.stepUpTitle} onClose={() => onDone(undefined)}>
      {organisation ? (
        <AtOrganisation organisation={organisation} />
      ) : (
        <ByCredential person={person} onDone={onDone} />
      )}
    </Modal>
  );
}
