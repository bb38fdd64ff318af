import { type ReactNode, useState } from 'react';
import { useMessages } from '../messages/index.ts';
import { Field, TextInput } from './field.tsx';
import { FormActions } from './form-actions.tsx';
import { isTyped, lastOf } from './last-of.ts';
import { Modal } from './modal.tsx';
import { shownId } from './shown-id.ts';
import { Failure } from './states.tsx';

/** An id has no spaces. A name with spaces is shown whole. */
const ID = /^[\w-]+$/;

interface ConfirmProps {
  /** What is done. It becomes a question where it cannot be undone. */
  readonly title: string;
  /** The consequences, with numbers where known. */
  readonly text: ReactNode;
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isFinal?: boolean | undefined;
  /** What an action that cannot be undone is about, such as an id: its last letters and digits are typed before it. */
  readonly typed?: string;
  readonly isReady?: boolean;
  /** The label of what must be filled in first. */
  readonly missing?: string | undefined;
  /** If this resolves to false, the dialog stays open. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for confirmation and runs the action. If the action fails, the dialog stays open and shows the error. */
export function Confirm(props: ConfirmProps) {
  const {
    title,
    text,
    action,
    isDanger,
    isFinal = isDanger,
    typed,
    isReady = true,
    missing,
    onConfirm,
    onClose,
    children,
  } = props;
  const { common } = useMessages();
  const [given, setGiven] = useState('');
  const asked = typed === undefined ? undefined : lastOf(typed);
  const isConfirmed = asked === undefined || isTyped(given, asked);
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
    <Modal title={isFinal ? common.asks(title) : title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {text && <div>{text}</div>}
        {error !== undefined && <Failure error={error} />}
        {children}
        {asked !== undefined && (
          <Field
            label={common.typeToConfirm(asked)}
            hint={asked === typed ? undefined : common.lastCharacters((typed ?? '').replace(ID, shownId))}
          >
            <TextInput value={given} onChange={setGiven} autoComplete="off" spellCheck={false} />
          </Field>
        )}
        <FormActions
          action={action}
          isDanger={isDanger}
          isBusy={isBusy}
          isReady={isReady}
          missing={missing ?? (isReady && !isConfirmed ? common.confirmation : undefined)}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
