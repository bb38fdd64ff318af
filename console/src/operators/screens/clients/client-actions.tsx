import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { ChangeClient } from './change-client.tsx';
import { ClientSecret } from './client-secret.tsx';

type ClientView = AdminResponse<'getOAuthClient'>;
type Secret = AdminResponse<'resetOAuthClientSecret'>;

interface Props {
  readonly client: ClientView;
  readonly onClose: () => void;
}

function ResetSecret({ client, onSecret, onClose }: Props & { readonly onSecret: (answer: Secret) => void }) {
  const { clients: words } = useMessages();
  const { mutateAsync } = useAdminAction('resetOAuthClientSecret');
  return (
    <ActionDialog
      title={words.reset}
      text={words.resetText}
      action={words.reset}
      isDanger
      run={() => mutateAsync({ client: client.id })}
      onDone={onSecret}
      onClose={onClose}
    />
  );
}

function DeleteClient({ client, onClose }: Props) {
  const { clients: words } = useMessages();
  const say = useSay();
  const navigate = useNavigate();
  const { mutateAsync } = useAdminAction('deleteOAuthClient');
  return (
    <ActionDialog
      title={words.remove}
      text={words.removeText}
      action={words.remove}
      isDanger
      typed={client.name}
      run={() => mutateAsync({ client: client.id })}
      onDone={() => {
        say(words.done);
        void navigate({ to: '/clients' });
      }}
      onClose={onClose}
    />
  );
}

/** Everything that an administrator can do with a client. */
export function ClientActions({ client }: { readonly client: ClientView }) {
  const { clients: words } = useMessages();
  const [opened, setOpened] = useState<'change' | 'reset' | 'delete'>();
  const [secret, setSecret] = useState<Secret>();
  const close = () => setOpened(undefined);
  return (
    <>
      <div className="actions">
        <Button onClick={() => setOpened('change')}>{words.change}</Button>
        {!client.public && (
          <Button kind="danger" onClick={() => setOpened('reset')}>
            {words.reset}
          </Button>
        )}
        <Button kind="danger" onClick={() => setOpened('delete')}>
          {words.remove}
        </Button>
      </div>
      {opened === 'change' && <ChangeClient client={client} onClose={close} />}
      {opened === 'reset' && <ResetSecret client={client} onSecret={setSecret} onClose={close} />}
      {secret && (
        <ClientSecret title={words.secretTitle} answer={secret} onClose={() => setSecret(undefined)} />
      )}
      {opened === 'delete' && <DeleteClient client={client} onClose={close} />}
    </>
  );
}
