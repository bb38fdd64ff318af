import { useState } from 'react';
import { Modal } from '../../../kit/modal.tsx';
import { Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Pem } from './pem.tsx';
import { SignerField, type SignerRole } from './signer-field.tsx';

interface RequestProps {
  /** Called when the person has seen the request with this id. */
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** Creates the key of a signer for an offline root, and shows its certification request. */
export function RequestDialog({ onMade, onClose }: RequestProps) {
  const { keys: words } = useMessages();
  const { mutateAsync } = useAdminAction('requestKey');
  const [role, setRole] = useState<SignerRole>('documentSigner');
  const [made, setMade] = useState<AdminResponse<'requestKey'>>();
  if (made) {
    const close = () => {
      onMade(made.id);
      onClose();
    };
    return (
      <Modal title={words.request} onClose={close}>
        <Notice kind="good">{words.requestDone}</Notice>
        <Pem text={made.certificationRequest} file={`${made.id}.csr`} label={words.request} />
      </Modal>
    );
  }
  return (
    <ActionDialog
      title={words.request}
      text={words.requestText}
      action={words.requestAction}
      staysOpen
      run={() => mutateAsync({ role })}
      onDone={setMade}
      onClose={onClose}
    >
      <SignerField role={role} onChange={setRole} />
    </ActionDialog>
  );
}
