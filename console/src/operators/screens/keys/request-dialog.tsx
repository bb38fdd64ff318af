import { useState } from 'react';
import { Modal } from '../../../kit/modal.tsx';
import { Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { Pem } from './pem.tsx';

/** Creates a document signer key for an offline root, and shows its certification request. */
export function RequestDialog({ onClose }: { readonly onClose: () => void }) {
  const { keys: words } = useMessages();
  const { mutateAsync } = useAdminAction('requestKey');
  const [made, setMade] = useState<AdminResponse<'requestKey'>>();
  if (made)
    return (
      <Modal title={words.request} onClose={onClose}>
        <Notice kind="good">{words.requestDone}</Notice>
        <Pem text={made.certificationRequest} file={`${made.id}.csr`} label={words.request} />
      </Modal>
    );
  return (
    <ActionDialog
      title={words.request}
      text={words.requestText}
      action={words.requestAction}
      run={() => mutateAsync({})}
      onDone={(answer) => {
        setMade(answer);
        return false;
      }}
      onClose={onClose}
    />
  );
}
