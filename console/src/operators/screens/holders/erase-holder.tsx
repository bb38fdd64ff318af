import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useHolderName } from '../../parts/people/names.ts';
import { Tried } from '../../parts/tried.tsx';

interface EraseProps {
  readonly id: string;
  readonly onErased: (receipt: AdminResponse<'eraseHolder'>) => void;
  readonly onClose: () => void;
}

export function EraseHolder({ id, onErased, onClose }: EraseProps) {
  const { holder: words, parts } = useMessages();
  const name = useHolderName(id);
  const { mutateAsync } = useAdminAction('eraseHolder');
  return (
    <Tried method="eraseHolder" request={{ id }} title={words.eraseTitle} onClose={onClose}>
      {({ revokedCredentials, rejectedProofings, codes }) => (
        <ActionDialog
          title={name ? parts.acts(words.erase, name) : words.eraseTitle}
          text={
            <>
              <p>{words.eraseText}</p>
              <ul>
                <li>{words.eraseDeletes}</li>
                {revokedCredentials > 0 && <li>{words.erases.credentials(revokedCredentials)}</li>}
                {rejectedProofings > 0 && <li>{words.erases.proofings(rejectedProofings)}</li>}
                {codes > 0 && <li>{words.erases.codes(codes)}</li>}
              </ul>
              <p>{words.eraseStays}</p>
            </>
          }
          action={words.erase}
          isDanger
          typed={id}
          run={() => mutateAsync({ id })}
          onDone={onErased}
          onClose={onClose}
        />
      )}
    </Tried>
  );
}
