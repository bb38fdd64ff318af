import { useState } from 'react';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { given, NoteField, type RevocationReason, RevocationReasonField } from '../../parts/reason-note.tsx';

interface RevokeProps {
  readonly credential: AdminResponse<'getCredential'>;
  readonly onClose: () => void;
}

export function RevokeCredential({ credential: { id }, onClose }: RevokeProps) {
  const { credentials: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('revokeCredential');
  const [reason, setReason] = useState<RevocationReason | ''>('');
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      title={words.revokeTitle}
      text={words.revokeText}
      action={words.revoke}
      isDanger
      typed={id}
      isReady={reason !== ''}
      run={() => mutateAsync({ id, ...given({ reason, note }) } as never)}
      onDone={() => say(words.revoked)}
      onClose={onClose}
    >
      <RevocationReasonField value={reason} onChange={setReason} />
      <NoteField value={note} onChange={setNote} />
    </ActionDialog>
  );
}
