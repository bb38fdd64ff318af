import { useState } from 'react';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { given, NoteField } from '../../parts/reason-note.tsx';

interface ClearProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function ClearAction({ id, onClose }: ClearProps) {
  const { credentials: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('clearAction');
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      title={words.clearTitle}
      text={words.clearText}
      action={words.clear}
      run={() => mutateAsync({ id, ...given({ note }) })}
      onDone={() => say(words.cleared)}
      onClose={onClose}
    >
      <NoteField value={note} onChange={setNote} />
    </ActionDialog>
  );
}
