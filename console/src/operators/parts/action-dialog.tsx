import { type ReactNode, useState } from 'react';
import type { Waiting } from '../../api/client.ts';
import { Abandoned } from '../../frame/session.tsx';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Modal } from '../../kit/modal.tsx';
import { useMessages } from '../../messages/index.ts';
import { isWaiting } from '../api.ts';
import { Waits } from './waits.tsx';

interface ActionDialogProps<Answer> {
  readonly title: string;
  readonly text: ReactNode;
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isFinal?: boolean;
  readonly typed?: string;
  readonly isReady?: boolean;
  readonly missing?: string | undefined;
  /** What to do after the approval, unless waiting is enough. */
  readonly waitsText?: string;
  /** The dialog stays open because `onDone` replaces the question. */
  readonly staysOpen?: boolean;
  readonly run: () => Promise<Answer | Waiting>;
  readonly onDone: (answer: Answer) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for confirmation and runs the action. If a second person must approve it, the dialog says so. */
export function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { run, onDone, onClose, waitsText, staysOpen, ...rest } = props;
  const { common } = useMessages();
  const [waiting, setWaiting] = useState<Waiting>();
  if (waiting)
    return (
      <Modal title={rest.title} onClose={onClose}>
        <Waits answer={waiting} {...(waitsText !== undefined && { text: waitsText })} />
        <div className="actions">
          <Button kind="main" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      </Modal>
    );
  return (
    <Confirm
      {...rest}
      onClose={onClose}
      onConfirm={async () => {
        try {
          const answer = await run();
          if (isWaiting(answer)) setWaiting(answer);
          else {
            onDone(answer);
            if (!staysOpen) return true;
          }
        } catch (error) {
          if (!(error instanceof Abandoned)) throw error;
        }
        return false;
      }}
    />
  );
}
