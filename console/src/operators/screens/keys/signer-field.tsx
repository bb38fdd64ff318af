import { Field, Select } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminRequest } from '../../api.ts';

/** A key whose certificate a root issues. */
export type SignerRole = NonNullable<AdminRequest<'requestKey'>['role']>;

const ROLES: readonly SignerRole[] = ['documentSigner', 'statusSigner'];

interface SignerFieldProps {
  readonly role: SignerRole;
  readonly onChange: (role: SignerRole) => void;
}

export function SignerField({ role, onChange }: SignerFieldProps) {
  const { keys: words } = useMessages();
  return (
    <Field label={words.rotateRole} hint={words.purposes[role]}>
      <Select
        value={role}
        onChange={onChange}
        options={ROLES.map((value) => ({ value, text: words.roles[value] }))}
      />
    </Field>
  );
}
