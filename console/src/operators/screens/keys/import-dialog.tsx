import { useState } from 'react';
import { Field, TextArea } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { given } from '../../parts/reason-note.tsx';
import { SignerField, type SignerRole } from './signer-field.tsx';

interface PemFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input for PEM text, pasted or from a file. */
function PemField({ label, hint, isOptional = false, value, onChange }: PemFieldProps) {
  const { keys: words } = useMessages();
  return (
    <div className="stack">
      <Field label={label} hint={hint} isOptional={isOptional}>
        <TextArea value={value} onChange={onChange} rows={3} maxLength={65_536} />
      </Field>
      <label className="file-choice">
        {words.chooseFile}{' '}
        <input
          type="file"
          accept=".pem,.crt,.cer,.key,.txt"
          onChange={async ({ target }) => onChange((await target.files?.[0]?.text()) ?? '')}
        />
      </label>
    </div>
  );
}

/** Registers the certificate of a signer from an offline root as the next one. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { keys: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('importKey');
  const [role, setRole] = useState<SignerRole>('documentSigner');
  const [certificate, setCertificate] = useState('');
  const [issuer, setIssuer] = useState('');
  const [privateKey, setPrivateKey] = useState('');
  return (
    <ActionDialog
      title={words.import}
      text={words.importText}
      action={words.importAction}
      isReady={certificate.trim() !== ''}
      run={() =>
        mutateAsync({ role, certificate, ...given({ issuer, privateKey }) } as AdminRequest<'importKey'>)
      }
      onDone={() => say(words.imported)}
      onClose={onClose}
    >
      <SignerField role={role} onChange={setRole} />
      <PemField label={words.certificate} value={certificate} onChange={setCertificate} />
      <PemField label={words.root} hint={words.rootHint} isOptional value={issuer} onChange={setIssuer} />
      <PemField
        label={words.privateKey}
        hint={words.privateKeyHint}
        isOptional
        value={privateKey}
        onChange={setPrivateKey}
      />
    </ActionDialog>
  );
}
