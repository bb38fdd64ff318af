import { mostBatchItems } from 'virtual:contract';
import { useState } from 'react';
import { withoutBlanks } from '../../../api/client.ts';
import { useSession } from '../../../frame/session.tsx';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';
import { oneByOne } from '../../parts/batch.ts';
import { BatchDialog } from '../../parts/batch-dialog.tsx';
import { NoteField, type RevocationReason, RevocationReasonField } from '../../parts/reason-note.tsx';

interface ManyProps {
  readonly ids: readonly string[];
  readonly onClose: (left?: readonly string[]) => void;
}

/** Revokes the chosen credentials for one common reason. */
export function RevokeMany({ ids, onClose }: ManyProps) {
  const { credentials: words, parts } = useMessages();
  const { guarded } = useSession();
  const [reason, setReason] = useState<RevocationReason | ''>('');
  const [note, setNote] = useState('');
  const title = words.revokeMany(ids.length);
  return (
    <BatchDialog
      title={title}
      text={words.revokeManyText}
      action={title}
      isDanger
      missing={reason === '' ? parts.reason : undefined}
      ids={ids}
      call={oneByOne((id) =>
        guarded(() => admin('revokeCredential', { id, ...withoutBlanks({ reason, note }) })),
      )}
      onClose={onClose}
    >
      <RevocationReasonField value={reason} onChange={setReason} />
      <NoteField value={note} onChange={setNote} />
    </BatchDialog>
  );
}

/** Clears the required actions of the chosen credentials. */
export function ClearMany({ ids, onClose }: ManyProps) {
  const { credentials: words } = useMessages();
  const { guarded } = useSession();
  const [note, setNote] = useState('');
  const title = words.clearMany(ids.length);
  return (
    <BatchDialog
      title={title}
      text={words.clearText}
      action={title}
      ids={ids}
      call={{
        most: mostBatchItems,
        send: (some) => guarded(() => admin('clearActions', { ids: [...some], ...withoutBlanks({ note }) })),
      }}
      onClose={onClose}
    >
      <NoteField value={note} onChange={setNote} />
    </BatchDialog>
  );
}
