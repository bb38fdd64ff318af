import { useState } from 'react';
import { download } from '../../../kit/download.ts';
import { Field, Select } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Signs a sample document for testing readers and trust lists. */
export function SpecimenDialog({ onClose }: { readonly onClose: () => void }) {
  const { keys: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('signSpecimen');
  const { data } = useAdmin('listDocumentTypes', {});
  const types = data?.documentTypes ?? [];
  const [chosen, setChosen] = useState('');
  const documentType = chosen || (types[0]?.docType ?? '');
  return (
    <ActionDialog
      title={words.specimen}
      text={words.specimenText}
      action={words.specimen}
      isReady={documentType !== ''}
      run={() => mutateAsync({ documentType })}
      onDone={({ issuerSigned }) => {
        download(`${documentType}.specimen.cbor`, bytesOf(issuerSigned), 'application/cbor');
        say(words.specimenDone);
      }}
      onClose={onClose}
    >
      <Field label={words.documentType}>
        <Select
          value={documentType}
          onChange={setChosen}
          options={types.map(({ docType, title }) => ({ value: docType, text: `${title} (${docType})` }))}
        />
      </Field>
    </ActionDialog>
  );
}
