import { useState } from 'react';
import { Field, TextInput } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { PublishersField } from '../../parts/publishers-field.tsx';
import { GivenPasswordField, type RoleChoice, RoleField, roleMember } from './user-fields.tsx';

const SHORTEST_PASSWORD = 12;

export function CreateUser({ onClose }: { readonly onClose: () => void }) {
  const { users: words } = useMessages();
  const say = useSay();
  const create = useAdminAction('createUser');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<RoleChoice>('none');
  const [publishers, setPublishers] = useState<readonly string[]>([]);
  const request = { email, password, publishers: [...publishers], ...roleMember(role) };
  return (
    <ActionDialog
      title={words.createTitle}
      text={words.createText}
      action={words.create}
      isReady={email.trim() !== '' && password.length >= SHORTEST_PASSWORD}
      run={() => create.mutateAsync(request)}
      onDone={() => say(words.done)}
      onClose={onClose}
    >
      <Field label={words.email}>
        <TextInput value={email} onChange={setEmail} autoComplete="off" spellCheck={false} maxLength={254} />
      </Field>
      <GivenPasswordField value={password} onChange={setPassword} />
      <RoleField value={role} onChange={setRole} />
      <PublishersField label={words.publishers} value={publishers} onChange={setPublishers} />
    </ActionDialog>
  );
}
