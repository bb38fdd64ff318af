import { useId } from 'react';
import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';

interface FormActionsProps {
  readonly action: string;
  readonly isDanger?: boolean | undefined;
  readonly isBusy?: boolean | undefined;
  readonly isReady?: boolean | undefined;
  /** Runs the action where there is no form to send. */
  readonly onRun?: (() => void) | undefined;
  /** The text of the button without effect, if it only goes back. */
  readonly back?: string;
  /** The label of what must be filled in first. */
  readonly missing?: string | undefined;
  /** Why else it is not ready. */
  readonly problem?: string | undefined;
  /** The keyboard shortcut of the action, shown once it is ready. */
  readonly shortcut?: string | undefined;
  /** Undefined while it cannot be cancelled. */
  readonly onCancel: (() => void) | undefined;
}

/** The buttons of a dialog, the one without effect first, and what is missing. */
export function FormActions(props: FormActionsProps) {
  const { action, isDanger, isBusy, isReady = true, missing, onCancel, onRun } = props;
  const { common } = useMessages();
  const id = useId();
  const reason = missing === undefined ? props.problem : common.missing(missing);
  const isOff = !isReady || reason !== undefined;
  return (
    <div className="actions">
      {reason !== undefined && (
        <span id={id} className="soft small">
          {reason}
        </span>
      )}
      <Button onClick={onCancel} disabled={onCancel === undefined}>
        {props.back ?? common.cancel}
      </Button>
      <Button
        kind={isDanger ? 'danger' : 'main'}
        type={onRun ? 'button' : 'submit'}
        onClick={onRun}
        isBusy={isBusy === true}
        aria-describedby={reason === undefined ? undefined : id}
        disabled={isOff}
        shortcut={isOff ? undefined : props.shortcut}
      >
        {action}
      </Button>
    </div>
  );
}
