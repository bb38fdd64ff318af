import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import {
  canUsePasskeys,
  changePasswordByPasskey,
  PasskeyProblem,
  type RequestOptions,
  signInByPasskey,
} from '../api/passkeys.ts';
import { changePassword, type Session, type SignedIn, signIn, startByCode } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { Alert, Loading } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { EmailField, NewPasswordField, PasswordField } from './account-fields.tsx';
import { Card } from './card.tsx';
import { takeFromFragment } from './from-fragment.ts';
import { ByOrganisation, Organisations } from './organisations.tsx';
import { usePasskeyProblem } from './passkey-problem.ts';
import { PasskeyStep } from './passkey-step.tsx';

interface Given {
  readonly onSignedIn: (session: Session) => void;
}

/** Makes the text for a failed sign-in. */
function useProblem() {
  const { account, common } = useMessages();
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return String(error);
    if (error.reason === 'SIGN_IN_REFUSED') return account.wrongPassword;
    if (error.retryAfter !== undefined) return common.retryAfter(error.retryAfter);
    return error.message;
  };
}

function SignInForm({ onSignedIn, email: known = '' }: Given & { readonly email?: string | undefined }) {
  const { account, passkeys } = useMessages();
  const problemOf = useProblem();
  const passkeyProblemOf = usePasskeyProblem();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [mustChange, setMustChange] = useState(false);
  const [options, setOptions] = useState<RequestOptions>();
  const onAnswer = (answer: SignedIn) => {
    if (!('publicKey' in answer)) return onSignedIn(answer);
    setOptions(answer.publicKey);
    setMustChange(false);
    setPassword('');
    setBusy(false);
  };
  if (options)
    return (
      <PasskeyStep
        text={passkeys.nextText}
        ask={() => signInByPasskey(options)}
        onDone={onSignedIn}
        onCancel={() => setOptions(undefined)}
      />
    );
  if (mustChange) return <PasswordForm email={email} password={password} onAnswer={onAnswer} />;

  const byPasskey = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onSignedIn(await signInByPasskey());
    } catch (error) {
      setProblem(passkeyProblemOf(error));
      setBusy(false);
    }
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onAnswer(await signIn(email, password));
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'PASSWORD_CHANGE_REQUIRED') setMustChange(true);
      else setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="stack">
      {problem && <Alert>{problem}</Alert>}
      <EmailField value={email} onChange={setEmail} autoFocus={known === ''} />
      <PasswordField value={password} onChange={setPassword} autoFocus={known !== ''} />
      <div className="actions">
        {canUsePasskeys() && (
          <Button isBusy={isBusy} onClick={byPasskey}>
            {passkeys.use}
          </Button>
        )}
        <Button kind="main" type="submit" isBusy={isBusy}>
          {account.signIn}
        </Button>
      </div>
    </form>
  );
}

function PasswordForm({
  email,
  password,
  onAnswer,
}: {
  readonly email: string;
  readonly password: string;
  readonly onAnswer: (answer: SignedIn) => void;
}) {
  const { account } = useMessages();
  const problemOf = useProblem();
  const passkeyProblemOf = usePasskeyProblem();
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (next !== again) return setProblem(account.passwordsDiffer);
    setBusy(true);
    try {
      const change = { email, password, newPassword: next };
      const answer = await changePassword(change);
      onAnswer('publicKey' in answer ? await changePasswordByPasskey(answer.publicKey, change) : answer);
    } catch (error) {
      setProblem(error instanceof PasskeyProblem ? passkeyProblemOf(error) : problemOf(error));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} className="stack">
      <h2>{account.changePasswordTitle}</h2>
      <p className="soft">{account.changePasswordText}</p>
      {problem && <Alert>{problem}</Alert>}
      <NewPasswordField label={account.newPassword} value={next} onChange={setNext} />
      <NewPasswordField label={account.repeatPassword} value={again} onChange={setAgain} />
      <div className="actions">
        <Button kind="main" type="submit" isBusy={isBusy}>
          {account.changePassword}
        </Button>
      </div>
    </form>
  );
}

export function SignInPage({ onSignedIn }: Given) {
  const { account, signInTitle } = useMessages();
  // The one-time code of `diptych console`.
  const [code] = useState(() => takeFromFragment('code'));
  const [problem, setProblem] = useState<string>();
  const [isStarting, setStarting] = useState(code !== undefined);
  // React runs effects twice in development, but a code works only once.
  const sent = useRef(false);
  useEffect(() => {
    if (code === undefined || sent.current) return;
    sent.current = true;
    startByCode(code)
      .then(onSignedIn)
      .catch((error: unknown) => {
        setProblem(error instanceof ApiError && error.status !== 401 ? error.message : account.codeInvalid);
        setStarting(false);
      });
  }, [code, onSignedIn, account]);
  return (
    <Card title={isStarting ? account.codeTitle : signInTitle}>
      {problem && <Alert>{problem}</Alert>}
      {isStarting ? <Loading /> : <SignInForm onSignedIn={onSignedIn} />}
      {!isStarting && <Organisations inNewTab={false} />}
      {!isStarting && <p className="soft small">{account.noAccount}</p>}
      {problem === account.codeInvalid && (
        <>
          <pre className="command">{account.invitationCommand}</pre>
          <p className="soft small">{account.noUser}</p>
          <pre className="command">{account.noUserCommand}</pre>
        </>
      )}
    </Card>
  );
}

/** A dialog over the page, so that the page keeps unsaved input. */
export function SignInDialog({
  onDone,
  person: { email, organisation },
}: {
  readonly onDone: (session: Session | undefined) => void;
  readonly person: Session['person'];
}) {
  const { account } = useMessages();
  return (
    <Modal title={account.signInAgain} text={account.signInAgainText} onClose={() => onDone(undefined)}>
      {organisation ? (
        <ByOrganisation organisation={organisation} inNewTab />
      ) : (
        <SignInForm onSignedIn={onDone} email={email} />
      )}
    </Modal>
  );
}
