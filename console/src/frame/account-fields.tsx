import { Field, TextInput } from '../kit/field.tsx';
import { useMessages } from '../messages/index.ts';

interface InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}

/** Browsers refuse non-ASCII letters in an input of type email, so the type is text. */
export function EmailField({ isReadOnly, ...props }: InputProps & { readonly isReadOnly?: boolean }) {
  const { account } = useMessages();
  return (
    <Field label={account.email}>
      <TextInput
        {...props}
        readOnly={isReadOnly}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
      />
    </Field>
  );
}

export function PasswordField(props: InputProps) {
  const { account } = useMessages();
  return (
    <Field label={account.password}>
      <TextInput {...props} type="password" autoComplete="current-password" required maxLength={1024} />
    </Field>
  );
}

export function NewPasswordField({ label, ...props }: InputProps & { readonly label: string }) {
  return (
    <Field label={label}>
      <TextInput
        {...props}
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={1024}
        required
      />
    </Field>
  );
}
