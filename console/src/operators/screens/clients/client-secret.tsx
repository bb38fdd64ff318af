import { Button } from '../../../kit/button.tsx';
import { download } from '../../../kit/download.ts';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';

interface ClientSecretProps {
  readonly title: string;
  readonly answer: AdminResponse<'createOAuthClient'>;
  readonly onClose: () => void;
}

/** The secret exists only in this dialog; it goes with it. */
export function ClientSecret({ title, answer: { client, file }, onClose }: ClientSecretProps) {
  const { common, clients: words } = useMessages();
  const secret = (file.installed ?? file.web ?? file.machine)?.client_secret;
  return (
    <Modal title={title} onClose={onClose}>
      {secret ? (
        <Notice kind="care">{words.secretText}</Notice>
      ) : (
        <Notice kind="good">{words.noSecretText}</Notice>
      )}
      <Facts
        facts={[
          [words.name, client.name],
          [words.id, <Id key="id" value={client.id} isWhole />],
          Boolean(secret) && [words.secret, <Id key="secret" value={secret ?? ''} isWhole />],
        ]}
      />
      <div className="actions">
        <Button
          onClick={() => download('client_secrets.json', JSON.stringify(file, null, 2), 'application/json')}
        >
          {words.file}
        </Button>
        <Button kind="main" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Modal>
  );
}
