import { type ReactNode, useState } from 'react';
import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { Field, TextInput } from './field.tsx';
import { Modal } from './modal.tsx';
import { Failure } from './states.tsx';

interface ConfirmProps {
  readonly title: string;
  /** The consequences, with numbers where known. */
  readonly text: ReactNode;
  readonly action: string;
  readonly isDanger?: boolean;
  /** Text to type before an action that cannot be undone. */
  readonly typed?: string;
  readonly isReady?: boolean;
  /** If this resolves to false, the dialog stays open. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for confirmation and runs the action. If the action fails, the dialog stays open and shows the error. */
export function Confirm(props: ConfirmProps) {
  const { title, text, action, isDanger, typed, isReady = true, onConfirm, onClose, children } = props;
  const { common } = useMessages();
  const [given, setGiven] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      if ((await onConfirm()) === false) setBusy(false);
      else onClose();
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };
  return (
    <Modal title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div>{text}</div>
        {error !== undefined && <Failure error={error} />}
        {children}
        {typed !== undefined && (
          <Field label={common.typeToConfirm(typed)}>
            <TextInput value={given} onChange={setGiven} autoComplete="off" spellCheck={false} />
          </Field>
        )}
        <div className="actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            kind={isDanger ? 'danger' : 'main'}
            type="submit"
            isBusy={isBusy}
            disabled={!isReady || (typed !== undefined && given !== typed)}
          >
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
