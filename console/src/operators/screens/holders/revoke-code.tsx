import { useState } from 'react';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { given, NoteField } from '../../parts/reason-note.tsx';

interface RevokeCodeProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function RevokeCode({ id, onClose }: RevokeCodeProps) {
  const { holder: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('revokeCode');
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      title={words.revokeCodeTitle}
      text={words.revokeCodeText}
      action={words.revokeCode}
      isDanger
      run={() => mutateAsync({ id, ...given({ note }) })}
      onDone={() => say(words.codeRevoked)}
      onClose={onClose}
    >
      <NoteField value={note} onChange={setNote} />
    </ActionDialog>
  );
}
