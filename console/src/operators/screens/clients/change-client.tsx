import { useState } from 'react';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { PublishersField } from '../../parts/publishers-field.tsx';
import { AddressFields, linesIn, NameField } from './client-fields.tsx';

interface ChangeClientProps {
  readonly client: AdminResponse<'getOAuthClient'>;
  readonly onClose: () => void;
}

export function ChangeClient({ client, onClose }: ChangeClientProps) {
  const { clients: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('changeOAuthClient');
  const [name, setName] = useState(client.name);
  const [redirects, setRedirects] = useState(client.redirectUris.join('\n'));
  const [logouts, setLogouts] = useState(client.postLogoutRedirectUris.join('\n'));
  const [publishers, setPublishers] = useState<readonly string[]>(client.publishers);
  const isMachine = client.kind === 'machine';
  const own = isMachine
    ? { publishers: [...publishers] }
    : { redirectUris: linesIn(redirects), postLogoutRedirectUris: linesIn(logouts) };
  const missing = () => {
    if (name.trim() === '') return words.name;
    return isMachine && publishers.length === 0 ? words.publishers : undefined;
  };
  return (
    <ActionDialog
      title={words.changeTitle}
      text={isMachine && words.changeText}
      action={words.change}
      missing={missing()}
      run={() => mutateAsync({ client: client.id, name: name.trim(), ...own })}
      onDone={() => say(words.done)}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      {isMachine ? (
        <PublishersField label={words.publishers} value={publishers} onChange={setPublishers} />
      ) : (
        <AddressFields
          kind={client.kind}
          redirects={redirects}
          onRedirects={setRedirects}
          logouts={logouts}
          onLogouts={setLogouts}
        />
      )}
    </ActionDialog>
  );
}
