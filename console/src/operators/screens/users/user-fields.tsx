import { ROLES, type Role } from '../../../api/session.ts';
import { NewPasswordField } from '../../../frame/account-fields.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';

interface FieldProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export type RoleChoice = Role | 'none';

/** The role member of a request; absent for no role. */
export const roleMember = (choice: RoleChoice) => (choice === 'none' ? {} : { role: choice });

export function RoleField(props: FieldProps<RoleChoice>) {
  const { users: words } = useMessages();
  const choices: readonly RoleChoice[] = ['none', ...ROLES];
  return (
    <Field label={words.role}>
      <Select {...props} options={choices.map((value) => ({ value, text: words.roles[value] }))} />
    </Field>
  );
}

export function GivenPasswordField(props: FieldProps<string>) {
  const { users: words } = useMessages();
  return <NewPasswordField label={words.password} {...props} />;
}
