import { Link } from '../../../../frame/navigation.tsx';
import { Button } from '../../../../kit/button.tsx';
import { Alert, Failure, Notice } from '../../../../kit/states.tsx';
import { holdersImport } from '../../../../messages/holders-import.ts';
import { useWords } from '../../../../messages/index.ts';
import { Changes } from './changes.tsx';
import { Findings } from './findings.tsx';
import type { Job } from './job.ts';
import { Progress } from './progress.tsx';
import type { Calls } from './run.ts';
import { forgetImport, goOn, stopImport } from './store.ts';
import { WaitingChunks } from './waiting-chunks.tsx';

interface ReportProps {
  readonly job: Job;
  readonly calls: Calls;
}

/** Shows the phase of an import, its findings, and the possible next steps. */
export function Report({ job, calls }: ReportProps) {
  const words = useWords(holdersImport);
  const { counts, phase, imported } = job;
  const isRunning = phase === 'reading' || phase === 'checking' || phase === 'importing';
  const sendable = counts.created + counts.updated;
  const canStart = phase === 'checked' && counts.refused === 0 && sendable > 0;
  const canGoOn = (phase === 'stopped' || phase === 'failed') && job.left > 0 && counts.refused === 0;
  const wasStarted = imported > 0 || phase === 'done';
  return (
    <>
      <Progress
        job={job}
        actions={
          <>
            {canStart && (
              <Button kind="main" onClick={() => goOn(calls)}>
                {words.start(job.total)}
              </Button>
            )}
            {phase === 'done' && job.waiting.length > 0 && (
              <Button kind="main" onClick={() => goOn(calls)}>
                {words.sendAgain}
              </Button>
            )}
            {canGoOn && (
              <Button kind="main" onClick={() => goOn(calls)}>
                {words.goOn(job.left)}
              </Button>
            )}
            {isRunning ? (
              <Button onClick={stopImport}>{words.stop}</Button>
            ) : (
              <Button onClick={forgetImport}>{words.another}</Button>
            )}
          </>
        }
      />
      {job.headingProblems.length > 0 && (
        <Alert title={words.headings}>
          <ul>
            {job.headingProblems.map(({ kind, heading, places = [] }) => (
              <li key={`${kind} ${heading}`}>
                {words.headingProblems[kind](heading, places.join(words.or))}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {phase === 'failed' && <Failure error={job.error} />}
      {phase === 'signedOut' && (
        <Notice kind="care" title={words.phases.signedOut}>
          {words.signedOutText(imported)}
        </Notice>
      )}
      {phase === 'failed' && imported > 0 && (
        <Notice kind="care" title={words.failedTitle}>
          {words.failedText(imported)}
        </Notice>
      )}
      {phase === 'checked' && counts.refused > 0 && (
        <Notice kind="care">{words.refusedText(counts.refused)}</Notice>
      )}
      {phase === 'checked' && counts.refused === 0 && sendable === 0 && job.headingProblems.length === 0 && (
        <Notice>{words.nothing}</Notice>
      )}
      {wasStarted && imported > 0 && <Imported job={job} />}
      <WaitingChunks chunks={job.waiting} />
      <Findings job={job} />
      <Changes job={job} />
    </>
  );
}

/** What was imported, and what can be done with it. */
function Imported({ job: { imported, superseded, lastId = '' } }: Pick<ReportProps, 'job'>) {
  const words = useWords(holdersImport);
  return (
    <Notice kind="good" title={words.imported(imported, superseded)}>
      <p>{words.importedNext}</p>
      {imported === 1 ? (
        <Link to="/holders/$id" params={{ id: lastId }}>
          {words.seeOne}
        </Link>
      ) : (
        <Link to="/holders">{words.seeAll}</Link>
      )}
    </Notice>
  );
}
