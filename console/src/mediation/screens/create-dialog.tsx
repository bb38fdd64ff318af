import type { ReactNode } from 'react';
import { FormActions } from '../../kit/form-actions.tsx';
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
  /** The label of what must be filled in first. */
  readonly missing?: string | undefined;
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
  isReady,
  missing,
  onSubmit,
  onClose,
  children,
}: CreateDialogProps) {
  const { mediation } = useMessages();
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
        <FormActions
          action={action ?? mediation.inventory.create}
          isBusy={form.isBusy}
          isReady={isReady}
          missing={missing}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
