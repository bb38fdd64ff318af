import { useState } from 'react';
import { Checkbox, Field, Select } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { PublishersField } from '../../parts/publishers-field.tsx';
import { AddressFields, type Kind, linesIn, NameField, type Scope, ScopesField } from './client-fields.tsx';
import { ClientSecret } from './client-secret.tsx';

const KINDS: readonly Kind[] = ['web', 'installed', 'machine'];

export function CreateClient({ onClose }: { readonly onClose: () => void }) {
  const { clients: words } = useMessages();
  const { mutateAsync } = useAdminAction('createOAuthClient');
  const [kind, setKind] = useState<Kind>('web');
  const [name, setName] = useState('');
  const [redirects, setRedirects] = useState('');
  const [logouts, setLogouts] = useState('');
  const [isPublic, setPublic] = useState(false);
  const [publishers, setPublishers] = useState<readonly string[]>([]);
  const [scopes, setScopes] = useState<readonly Scope[]>(['readonly']);
  const [created, setCreated] = useState<AdminResponse<'createOAuthClient'>>();
  if (created) return <ClientSecret title={words.ready} answer={created} onClose={onClose} />;
  const isMachine = kind === 'machine';
  const own = isMachine
    ? { publishers: [...publishers], scopes: [...scopes] }
    : {
        redirectUris: linesIn(redirects),
        postLogoutRedirectUris: linesIn(logouts),
        ...(isPublic && { public: true }),
      };
  const missing = () => {
    if (name.trim() === '') return words.name;
    if (isMachine && publishers.length === 0) return words.publishers;
    if (isMachine && scopes.length === 0) return words.scopes;
    return kind === 'web' && linesIn(redirects).length === 0 ? words.redirectUris : undefined;
  };
  return (
    <ActionDialog
      title={words.new}
      text={words.createText}
      action={words.create}
      missing={missing()}
      staysOpen
      run={() => mutateAsync({ name: name.trim(), kind, ...own })}
      onDone={setCreated}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      <Field label={words.kind}>
        <Select
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, text: words.kindChoices[value] }))}
        />
      </Field>
      {isMachine ? (
        <>
          <PublishersField label={words.publishers} value={publishers} onChange={setPublishers} />
          <ScopesField value={scopes} onChange={setScopes} />
        </>
      ) : (
        <>
          <AddressFields
            kind={kind}
            redirects={redirects}
            onRedirects={setRedirects}
            logouts={logouts}
            onLogouts={setLogouts}
          />
          <Checkbox label={words.withoutSecret} isChecked={isPublic} onChange={setPublic} />
        </>
      )}
    </ActionDialog>
  );
}
