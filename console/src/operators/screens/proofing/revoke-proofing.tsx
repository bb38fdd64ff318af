import { proofingTransitions } from 'virtual:contract';
import { useState } from 'react';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useMayCall } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';

type Proofing = AdminResponse<'getProofingReview'>['proofing'];

/** Takes back an acceptance. */
export function RevokeProofing({ proofing: { id, state } }: { readonly proofing: Proofing }) {
  const { proofing: words } = useMessages();
  const may = useMayCall();
  const [isAsking, setAsking] = useState(false);
  const isOffered =
    proofingTransitions[state as keyof typeof proofingTransitions]?.revoke !== undefined &&
    may('revokeProofing');
  useRequestedDialog(
    ['revoke'],
    () => setAsking(true),
    () => isOffered,
  );
  if (!isOffered) return null;
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.revoke}
      </Button>
      {isAsking && (
        <WordedDialog method="revokeProofing" on={{ id }} typed={id} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
