import { useState } from 'react';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { given, NoteField, type RevocationReason, RevocationReasonField } from '../../parts/reason-note.tsx';
import { Tried } from '../../parts/tried.tsx';

interface RevokeProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function RevokeHolder({ id, onClose }: RevokeProps) {
  const { holder: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('revokeHolder');
  const [reason, setReason] = useState<RevocationReason | ''>('');
  const [note, setNote] = useState('');
  return (
    <Tried method="revokeHolder" request={{ id }} title={words.revokeTitle} onClose={onClose}>
      {(would) => (
        <ActionDialog
          title={words.revokeTitle}
          text={words.revokeText(would.revokedCredentials)}
          action={words.revoke}
          isDanger
          typed={id}
          isReady={reason !== ''}
          run={() => mutateAsync({ id, ...given({ reason, note }) } as never)}
          onDone={(done) => say(words.revokeDone(done.revokedCredentials))}
          onClose={onClose}
        >
          <RevocationReasonField value={reason} onChange={setReason} />
          <NoteField value={note} onChange={setNote} />
        </ActionDialog>
      )}
    </Tried>
  );
}
