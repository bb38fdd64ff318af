import { useState } from 'react';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { PublishersField } from '../../parts/publishers-field.tsx';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';

interface ChangePublishersProps {
  readonly user: AdminResponse<'getUser'>;
  readonly onClose: () => void;
}

/** Sends what is added and what is removed. */
export function ChangePublishers({ user, onClose }: ChangePublishersProps) {
  const { users: words } = useMessages();
  const [publishers, setPublishers] = useState<readonly string[]>(user.publishers);
  const add = publishers.filter((id) => !user.publishers.includes(id));
  const remove = user.publishers.filter((id) => !publishers.includes(id));
  return (
    <WordedDialog method="changeUserPublishers" on={{ user: user.id, add, remove }} onClose={onClose}>
      <PublishersField label={words.publishers} value={publishers} onChange={setPublishers} />
    </WordedDialog>
  );
}
