import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import {
  finishByOrganisation,
  getOrganisations,
  type Organisation,
  startByOrganisation,
} from '../api/organisations.ts';
import { Button } from '../kit/button.tsx';
import { Alert, Failure, Loading } from '../kit/states.tsx';
import { useMessages } from '../messages/index.ts';
import { Card } from './card.tsx';

const problemIn = (error: unknown) => (error instanceof ApiError ? error.message : String(error));

/** Where the person was when they left for the provider; of this tab alone. */
const RETURN = 'diptych.return';

/** Leaves for the provider. A new tab keeps the input of this page. */
export function ByOrganisation({
  organisation: { id, name },
  inNewTab,
}: {
  readonly organisation: Organisation;
  readonly inNewTab: boolean;
}) {
  const { account } = useMessages();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const leave = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const address = await startByOrganisation(id);
      if (!inNewTab) {
        sessionStorage.setItem(RETURN, location.pathname + location.search);
        return location.assign(address);
      }
      if (window.open(address, '_blank')) setLeft(true);
      else setProblem(account.newTabBlocked);
    } catch (error) {
      setProblem(problemIn(error));
    }
    setBusy(false);
  };
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      {hasLeft && <p role="status">{account.inNewTab}</p>}
      {/* A dialog focuses its first action. */}
      <div className={inNewTab ? 'actions' : 'stack'}>
        <Button kind={inNewTab ? 'main' : 'plain'} isBusy={isBusy} onClick={leave}>
          {account.signInBy(name)}
        </Button>
      </div>
    </>
  );
}

/** The organisations by which people can sign in, if there are any. */
export function Organisations({ inNewTab }: { readonly inNewTab: boolean }) {
  const { data = [], error, refetch } = useQuery({ queryKey: ['organisations'], queryFn: getOrganisations });
  if (error && data.length === 0) return <Failure error={error} onRetry={refetch} />;
  if (data.length === 0) return null;
  return (
    <div className="stack">
      {data.map((one) => (
        <ByOrganisation key={one.id} organisation={one} inNewTab={inNewTab} />
      ))}
    </div>
  );
}

/** Completes a sign-in after the provider sent the browser back. */
export function ComingBack({ answer, onDone }: { readonly answer: string; readonly onDone: () => void }) {
  const { account, signInTitle } = useMessages();
  const [problem, setProblem] = useState<string>();
  // React runs effects twice in development, but an answer works only once.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    finishByOrganisation(answer)
      .then((finished) => {
        if ('address' in finished) return location.assign(finished.address);
        const back = sessionStorage.getItem(RETURN);
        sessionStorage.removeItem(RETURN);
        if (back?.startsWith('/console/')) history.replaceState(null, '', back);
        onDone();
      })
      .catch((error: unknown) => setProblem(problemIn(error)));
  }, [answer, onDone]);
  return (
    <Card title={problem === undefined ? account.codeTitle : signInTitle}>
      {problem === undefined ? (
        <Loading />
      ) : (
        <>
          <Alert>{problem}</Alert>
          <div className="actions">
            <Button kind="main" onClick={onDone}>
              {account.backToSignIn}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
