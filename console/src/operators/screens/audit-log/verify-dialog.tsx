import { useEffect, useState } from 'react';
import { chainPartOf } from '../../../../../src/audit/chain-part.ts';
import {
  type LogProblem,
  LogVerifier,
  NO_KEY,
  type VerifiedSeals,
} from '../../../../../src/audit/log-verifier.ts';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Field, TextInput } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Alert, Failure, Notice } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { browserCrypto } from './browser-crypto.ts';
import { useReadLog } from './read-log.ts';

function OutcomeView({ result }: { readonly result: VerifiedSeals }) {
  const { auditLog: words } = useMessages();
  const { sealedLines, seals, unsealedLines, head, keyChanges, purged, problem } = result;
  const changes = keyChanges.map(({ seal, kind, reason = '' }) =>
    kind === 'reset' ? words.reset(seal, reason) : words[kind](seal),
  );
  return (
    <>
      {problem ? (
        <Alert title={words.broken}>
          <p>{words.problem(problem.text)}</p>
          {problem.seal !== undefined && <p>{words.brokenAt(problem.seal)}</p>}
          {problem.changeId !== undefined && (
            <p className="mono small">{words.brokenEntry(problem.changeId)}</p>
          )}
        </Alert>
      ) : (
        <Notice kind="good" title={words.good}>
          {words.goodText(sealedLines, seals, unsealedLines)}
        </Notice>
      )}
      <Facts
        facts={[
          head !== undefined && [words.head, <Id key="head" value={head} />],
          purged && [
            words.purged,
            <span key="purged">
              {words.purgedText(purged.seal)} <Time at={purged.before} />
            </span>,
          ],
          changes.length > 0 && [
            words.keyChanges,
            <span key="changes" className="lines">
              {changes.map((text) => (
                <span key={text}>{text}</span>
              ))}
            </span>,
          ],
        ]}
      />
    </>
  );
}

/** Verifies the log in the browser, and reports the first fault. */
export function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const { auditLog: words, common } = useMessages();
  const { read, stop } = useReadLog();
  const { data: seals } = useAdmin('getSeals', {});
  const [head, setHead] = useState('');
  const [progress, setProgress] = useState<{ readonly lines: number; readonly seals: number }>();
  const [outcome, setOutcome] = useState<VerifiedSeals>();
  const [isStopped, setStopped] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => stop, [stop]);
  const run = async () => {
    const kept = head.trim().toLowerCase();
    const verifier = new LogVerifier(browserCrypto, {
      key: seals?.keys.at(-1) ?? NO_KEY,
      ...(kept !== '' && { head: kept }),
    });
    let problem: LogProblem | undefined;
    setOutcome(undefined);
    setStopped(false);
    setError(undefined);
    setProgress({ lines: 0, seals: 0 });
    try {
      const end = await read(async (parts) => {
        for (const part of parts) problem ??= await verifier.take(chainPartOf(part));
        const { sealedLines, seals: sealed } = verifier.result();
        setProgress({ lines: sealedLines, seals: sealed });
        return problem === undefined;
      });
      if (end === 'stopped') setStopped(true);
      else setOutcome(verifier.result(problem ?? verifier.endProblem()));
    } catch (cause) {
      setError(cause);
    }
    setProgress(undefined);
  };
  return (
    <Modal title={words.verifyTitle} text={words.verifyText} onClose={onClose}>
      {error !== undefined && <Failure error={error} />}
      {outcome ? (
        <OutcomeView result={outcome} />
      ) : (
        <Field label={words.expectedHead} hint={words.expectedHeadHint} isOptional>
          <TextInput value={head} onChange={setHead} autoComplete="off" spellCheck={false} maxLength={64} />
        </Field>
      )}
      {isStopped && <Notice kind="care">{words.stopped}</Notice>}
      {progress && <p role="status">{words.verifying(progress.lines, progress.seals)}</p>}
      <div className="actions">
        {progress ? (
          <Button onClick={stop}>{words.stop}</Button>
        ) : (
          <Button onClick={onClose}>{common.close}</Button>
        )}
        {!outcome && (
          <Button kind="main" onClick={run} isBusy={progress !== undefined} disabled={seals === undefined}>
            {words.verifyStart}
          </Button>
        )}
      </div>
    </Modal>
  );
}
