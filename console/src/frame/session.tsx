import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  Fragment,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../api/client.ts';
import {
  endsSession,
  getSession,
  isAtLeast,
  needsStepUp,
  type Role,
  type Session,
  signOut,
  takeSession,
} from '../api/session.ts';
import { Loading } from '../kit/states.tsx';
import { Abandoned } from './abandoned.ts';
import { finishBeforeLeaving } from './before-leaving.ts';
import { EndsSoon } from './ends-soon.tsx';
import { FirstAdministrator } from './first-administrator.tsx';
import { takeFromFragment } from './from-fragment.ts';
import { ComingBack } from './organisations.tsx';
import { usePreferences } from './preferences.tsx';
import { RegisterPage } from './register-passkey.tsx';
import { SignInDialog, SignInPage } from './sign-in.tsx';
import { tellSignedOut } from './signed-out.ts';
import { StepUpDialog } from './step-up.tsx';

const InvitationPage = lazy(async () => ({ default: (await import('./invitation.tsx')).InvitationPage }));

interface SessionValue {
  readonly session: Session;
  readonly role: Role | undefined;
  may(least: Role): boolean;
  /** Runs a request. Asks for the password before a final action, and for a new sign-in when the session has ended. */
  guarded<T>(request: () => Promise<T>): Promise<T>;
  replace(session: Session): void;
  signOut(): Promise<void>;
}

const SessionContext = createContext<SessionValue | null>(null);

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('there is no session');
  return value;
}

type Ask = 'signIn' | 'stepUp';

interface Question {
  readonly ask: Ask;
  readonly answer: (session: Session | undefined) => void;
}

export { Abandoned };

const currentSession = () => getSession({ background: true }).catch(() => undefined);

/** Name of the channel between the tabs of this console. */
const CHANNEL = 'diptych.session';
/** A page that starts later than this after it was opened asks for its session again, in milliseconds. */
const LATE = 5000;

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const { change: keepPreferences } = usePreferences();
  const [answer, setAnswer] = useState(() => takeFromFragment('organisation'));
  const [invitation, setInvitation] = useState(() => takeFromFragment('invitation'));
  const [session, setSession] = useState(() => {
    const given = takeSession();
    // Who comes back from a sign-in elsewhere gets another session.
    return answer === undefined ? given : undefined;
  });
  const [isKnown, setKnown] = useState(session !== undefined);
  // Such a session is not asked for again at the start, unless the page is shown long after it was sent.
  const cameWithPage = useRef(isKnown);
  const [question, setQuestion] = useState<Question | undefined>();
  const asking = useRef<{ answer: Promise<Session | undefined>; give: Question['answer'] } | undefined>(
    undefined,
  );
  const channel = useRef<BroadcastChannel | undefined>(undefined);
  const person = useRef(session?.person.id);
  const provenAt = useRef(session?.authTime);

  /** What one person saw and began ends before the next one is there. */
  const hold = useCallback(
    (next: Session | undefined) => {
      const isOther = person.current !== undefined && person.current !== next?.person.id;
      person.current = next?.person.id;
      provenAt.current = next?.authTime ?? provenAt.current;
      if (isOther) {
        queries.clear();
        asking.current?.give(undefined);
        tellSignedOut();
      }
      setSession(next);
    },
    [queries],
  );
  const forget = useCallback(() => hold(undefined), [hold]);

  const look = useCallback(async () => {
    try {
      const next = await getSession({ background: true });
      const isNewProof = provenAt.current !== next.authTime;
      hold(next);
      // The person signed in again in another tab, which answers the question of this one.
      if (isNewProof) asking.current?.give(next);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) forget();
    }
    setKnown(true);
  }, [forget, hold]);

  useEffect(() => {
    // The cookie changes when the sign-in is complete.
    if (answer !== undefined) return;
    if (!cameWithPage.current || performance.now() > LATE) void look();
    cameWithPage.current = false;
    const tabs = new BroadcastChannel(CHANNEL);
    channel.current = tabs;
    tabs.onmessage = ({ data }) => (data === 'ended' ? forget() : look());
    // A page from the back/forward cache may show data of a session that has ended.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void look();
    };
    addEventListener('pageshow', onShow);
    return () => {
      tabs.close();
      removeEventListener('pageshow', onShow);
    };
  }, [forget, look, answer]);

  const replace = useCallback(
    (next: Session) => {
      hold(next);
      channel.current?.postMessage('changed');
    },
    [hold],
  );

  /** Only one dialog at a time: requests that fail together wait for the same answer. */
  const askFor = useCallback((ask: Ask): Promise<Session | undefined> => {
    if (asking.current) return asking.current.answer;
    let give: Question['answer'] = () => {};
    const answer = new Promise<Session | undefined>((resolve) => {
      give = (given) => {
        asking.current = undefined;
        setQuestion(undefined);
        resolve(given);
      };
    });
    setQuestion({ ask, answer: give });
    asking.current = { answer, give };
    return answer;
  }, []);

  const id = session?.person.id;
  const guarded = useCallback(
    async <T,>(request: () => Promise<T>): Promise<T> => {
      let hasLooked = false;
      for (;;) {
        // What one person began is not sent in the name of another.
        if (person.current !== id) throw new Abandoned();
        try {
          return await request();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const ask: Ask | undefined = needsStepUp(error)
            ? 'stepUp'
            : endsSession(error)
              ? 'signIn'
              : undefined;
          if (!ask) throw error;
          // The request may have failed only because its cookie was replaced while it was under way.
          const current = ask === 'signIn' && !hasLooked ? await currentSession() : undefined;
          hasLooked = true;
          const given = current ?? (await askFor(ask));
          if (!given) throw new Abandoned();
          replace(given);
        }
      }
    },
    [askFor, replace, id],
  );

  const cameBack = useCallback(() => {
    const tabs = new BroadcastChannel(CHANNEL);
    tabs.postMessage('changed');
    tabs.close();
    setAnswer(undefined);
  }, []);

  const value = useMemo<SessionValue | null>(
    () =>
      session
        ? {
            session,
            role: session.person.role,
            may: (least) => isAtLeast(session.person.role, least),
            guarded,
            replace,
            async signOut() {
              await finishBeforeLeaving();
              await signOut();
              // The answer makes the browser clear what the page stored, but colours and the time zone are of no person.
              keepPreferences({});
              channel.current?.postMessage('ended');
              forget();
            },
          }
        : null,
    [session, guarded, replace, forget, keepPreferences],
  );

  if (answer !== undefined) return <ComingBack answer={answer} onDone={cameBack} />;
  if (!isKnown) return <Loading />;
  // Shown even if another user is signed in here. Accepting the invitation replaces that session.
  if (invitation !== undefined)
    return (
      <Suspense fallback={<Loading />}>
        <InvitationPage
          code={invitation}
          onDone={(next) => {
            setInvitation(undefined);
            if (next) replace(next);
          }}
        />
      </Suspense>
    );
  if (!value) return <SignInPage onSignedIn={replace} />;
  if (value.session.startsFirstAdministrator) return <FirstAdministrator onCreated={replace} />;
  if (value.session.mustRegisterPasskey)
    return <RegisterPage onRegistered={replace} onSignOut={value.signOut} />;
  return (
    <SessionContext value={value}>
      <Fragment key={id}>{children}</Fragment>
      <EndsSoon
        session={value.session}
        onExtended={replace}
        onEnded={() => askFor('signIn').then((next) => next && replace(next))}
      />
      {question?.ask === 'signIn' && <SignInDialog onDone={question.answer} person={value.session.person} />}
      {question?.ask === 'stepUp' && <StepUpDialog onDone={question.answer} person={value.session.person} />}
    </SessionContext>
  );
}
