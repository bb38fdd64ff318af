import { proofingTransitions } from 'virtual:contract';
import { useState } from 'react';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useMayCall } from '../../api.ts';
import { useHolderName } from '../../parts/people/names.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';

type Proofing = AdminResponse<'getProofingReview'>['proofing'];

/** Takes back an acceptance. */
export function RevokeProofing({ proofing: { id, state, holderId } }: { readonly proofing: Proofing }) {
  const { proofing: words } = useMessages();
  const may = useMayCall();
  const name = useHolderName(holderId);
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
        <WordedDialog
          method="revokeProofing"
          on={{ id }}
          named={name && words.revokeOf(name)}
          typed={id}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
