import type { ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Failure } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import type { useForm } from '../parts/use-form.ts';

interface CreateDialogProps {
  readonly title: string;
  /** The text of the button, if it does not create. */
  readonly action?: string;
  readonly form: Pick<ReturnType<typeof useForm>, 'error' | 'isBusy'>;
  readonly isReady?: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form in a dialog that creates or changes something. */
export function CreateDialog({
  title,
  action,
  form,
  isReady = true,
  onSubmit,
  onClose,
  children,
}: CreateDialogProps) {
  const { common, mediation } = useMessages();
  return (
    <Modal title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {form.error !== undefined && <Failure error={form.error} />}
        {children}
        <div className="actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" isBusy={form.isBusy} disabled={!isReady}>
            {action ?? mediation.inventory.create}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
