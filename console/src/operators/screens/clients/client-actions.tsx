import { useState } from 'react';
import { useNavigate } from '../../../frame/navigation.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { ChangeClient } from './change-client.tsx';
import { ClientSecret } from './client-secret.tsx';

type ClientView = AdminResponse<'getOAuthClient'>;
type Opened = 'change' | 'reset' | 'delete';
type Secret = AdminResponse<'resetOAuthClientSecret'>;

/** Everything that an administrator can do with a client. */
export function ClientActions({ client }: { readonly client: ClientView }) {
  const { clients: words, parts } = useMessages();
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<Secret>();
  const navigate = useNavigate();
  const close = () => setOpened(undefined);
  const isOffered = (name: Opened) => name !== 'reset' || !client.public;
  useRequestedDialog<Opened>(['change', 'reset', 'delete'], setOpened, isOffered);
  return (
    <>
      <Button onClick={() => setOpened('change')}>{words.change}</Button>
      {isOffered('reset') && (
        <Button kind="danger" onClick={() => setOpened('reset')}>
          {words.reset}
        </Button>
      )}
      <Button kind="danger" onClick={() => setOpened('delete')}>
        {words.remove}
      </Button>
      {opened === 'change' && <ChangeClient client={client} onClose={close} />}
      {opened === 'reset' && (
        <WordedDialog
          method="resetOAuthClientSecret"
          on={{ client: client.id }}
          named={words.resetOf(client.name)}
          onDone={setSecret}
          onClose={close}
        />
      )}
      {secret && (
        <ClientSecret title={words.secretTitle} answer={secret} onClose={() => setSecret(undefined)} />
      )}
      {opened === 'delete' && (
        <WordedDialog
          method="deleteOAuthClient"
          on={{ client: client.id }}
          named={parts.acts(words.remove, client.name)}
          typed={client.name}
          after={() => void navigate({ to: '/clients' })}
          onClose={close}
        />
      )}
    </>
  );
}
