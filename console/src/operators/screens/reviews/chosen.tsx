import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMayCall } from '../../api.ts';
import type { BulkDecision } from './bulk.tsx';
import type { Row } from './columns.tsx';

/** With the fields of decisions, which otherwise only the page of a proofing needs. */
const Bulk = lazy(async () => ({ default: (await import('./bulk.tsx')).Bulk }));

interface ChosenProps {
  readonly chosen: ReadonlySet<string>;
  /** The rows on this page. */
  readonly shown: readonly Row[];
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Actions on the chosen rows. */
export function Chosen({ chosen, shown, onChange }: ChosenProps) {
  const { common, reviews: words } = useMessages();
  const mayCall = useMayCall();
  const [decision, setDecision] = useState<BulkDecision>();
  const hidden = [...chosen].filter((id) => !shown.some((row) => row.id === id)).length;
  const decisions = (['challenge', 'resume', 'reject'] as const).filter(
    (one) => one !== 'reject' || mayCall('rejectProofing'),
  );
  return (
    <>
      {chosen.size > 0 && (
        <section className="chosen" aria-label={common.chosen(chosen.size)}>
          <div role="status">
            <strong>{common.chosen(chosen.size)}</strong>
            {hidden > 0 && <div className="soft small">{words.notShown(hidden)}</div>}
          </div>
          <div className="actions">
            {decisions.map((one) => (
              <Button key={one} kind={one === 'reject' ? 'danger' : 'plain'} onClick={() => setDecision(one)}>
                {words.bulk[one]}
              </Button>
            ))}
            <Button kind="quiet" onClick={() => onChange(new Set())}>
              {words.chooseNone}
            </Button>
          </div>
        </section>
      )}
      {decision && (
        <Suspense>
          <Bulk
            decision={decision}
            ids={[...chosen]}
            shown={shown}
            onDone={(failed) => onChange(new Set(failed))}
            onClose={() => setDecision(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
