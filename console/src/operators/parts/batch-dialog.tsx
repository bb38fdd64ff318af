import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Abandoned } from '../../frame/session.tsx';
import { Button } from '../../kit/button.tsx';
import { FormActions } from '../../kit/form-actions.tsx';
import { Modal } from '../../kit/modal.tsx';
import { useMessages } from '../../messages/index.ts';
import { type BatchCall, type BatchResult, runBatch } from './batch.ts';
import { BatchResults } from './batch-results.tsx';

interface BatchDialogProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly action: string;
  readonly isDanger?: boolean;
  /** The label of what must be filled in first. */
  readonly missing?: string | undefined;
  readonly ids: readonly string[];
  readonly call: BatchCall;
  /** Receives the items that failed or did not run; they stay chosen. */
  readonly onClose: (left?: readonly string[]) => void;
  readonly children?: ReactNode;
}

/** Asks once, runs the action on each item, and shows each result. */
export function BatchDialog(props: BatchDialogProps) {
  const { title, text, action, isDanger, missing, ids, call, onClose, children } = props;
  const { common, parts: words } = useMessages();
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const [results, setResults] = useState<readonly BatchResult[]>();
  const start = async () => {
    setDone(0);
    const all = await runBatch(ids, call, setDone, (error) => error instanceof Abandoned);
    setResults(all);
    void queries.invalidateQueries();
  };
  const close = () => {
    if (results === undefined) return done === undefined ? onClose() : undefined;
    const finished = new Set(results.filter(({ outcome }) => outcome !== 'failed').map(({ id }) => id));
    return onClose(ids.filter((id) => !finished.has(id)));
  };
  if (results !== undefined)
    return (
      <Modal title={title} onClose={close}>
        <BatchResults results={results} count={ids.length} />
        <div className="actions">
          <Button kind="main" onClick={close}>
            {common.close}
          </Button>
        </div>
      </Modal>
    );
  return (
    <Modal title={isDanger ? common.asks(title) : title} onClose={close}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <div>{text}</div>
        {children}
        {done !== undefined && <p role="status">{words.batchProgress(done, ids.length)}</p>}
        <FormActions
          action={action}
          isDanger={isDanger}
          isBusy={done !== undefined}
          missing={missing}
          onCancel={done === undefined ? close : undefined}
        />
      </form>
    </Modal>
  );
}
