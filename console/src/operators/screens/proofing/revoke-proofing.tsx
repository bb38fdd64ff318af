import { proofingTransitions } from 'virtual:contract';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction, useMayCall } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { given, NoteField } from '../../parts/reason-note.tsx';

type Proofing = AdminResponse<'getProofingReview'>['proofing'];

function Ask({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { proofing: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('revokeProofing');
  const [note, setNote] = useState('');
  return (
    <ActionDialog
      title={words.revoke}
      text={words.revokeText}
      action={words.revoke}
      isDanger
      run={() => mutateAsync({ id, ...given({ note }) })}
      onDone={() => say(words.revoked)}
      onClose={onClose}
    >
      <NoteField value={note} onChange={setNote} />
    </ActionDialog>
  );
}

/** Takes back an acceptance. */
export function RevokeProofing({ proofing: { id, state } }: { readonly proofing: Proofing }) {
  const { proofing: words } = useMessages();
  const may = useMayCall();
  const [isAsking, setAsking] = useState(false);
  const events = proofingTransitions[state as keyof typeof proofingTransitions];
  if (events?.revoke === undefined || !may('revokeProofing')) return null;
  return (
    <>
      <div className="actions">
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.revoke}
        </Button>
      </div>
      {isAsking && <Ask id={id} onClose={() => setAsking(false)} />}
    </>
  );
}
