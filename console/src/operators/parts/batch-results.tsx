import { Id } from '../../kit/id.tsx';
import { Notice } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import type { BatchResult } from './batch.ts';
import { Waits } from './waits.tsx';

interface BatchResultsProps {
  readonly results: readonly BatchResult[];
  readonly count: number;
}

export function BatchResults({ results, count }: BatchResultsProps) {
  const { parts: words } = useMessages();
  const of = (outcome: BatchResult['outcome']) => results.filter((one) => one.outcome === outcome);
  const failed = of('failed');
  // One request may hold many of them.
  const waiting = new Map(
    of('waits').flatMap((one) => (one.waiting ? [[one.waiting.approval.id, one.waiting]] : [])),
  );
  return (
    <div className="stack">
      <p role="status">{words.batchDone(of('done').length, count)}</p>
      {[...waiting].map(([id, answer]) => (
        <Waits key={id} answer={answer} />
      ))}
      {failed.length > 0 && (
        <Notice kind="care" title={words.batchFailed(failed.length)}>
          <ul>
            {failed.map(({ id, problem }) => (
              <li key={id}>
                <Id value={id} canCopy={false} />: {problem}
              </li>
            ))}
          </ul>
          <p className="small">{words.batchStay}</p>
        </Notice>
      )}
    </div>
  );
}
