import { Checkbox, Field, TextArea, TextInput } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminRequest } from '../../api.ts';

export type Kind = NonNullable<AdminRequest<'createOAuthClient'>['kind']>;

/** Texts as they are typed, one a line. */
export const linesIn = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

export function NameField(props: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { clients: words } = useMessages();
  return (
    <Field label={words.name} hint={words.nameHint}>
      <TextInput {...props} autoComplete="off" maxLength={100} />
    </Field>
  );
}

interface AddressFieldsProps {
  readonly kind: Kind;
  readonly redirects: string;
  readonly onRedirects: (text: string) => void;
  readonly logouts: string;
  readonly onLogouts: (text: string) => void;
}

/** Where users are sent back to. */
export function AddressFields({ kind, redirects, onRedirects, logouts, onLogouts }: AddressFieldsProps) {
  const { clients: words } = useMessages();
  const isInstalled = kind === 'installed';
  return (
    <>
      <Field
        label={words.redirectUris}
        hint={isInstalled ? words.redirectHintInstalled : words.redirectHint}
        isOptional={isInstalled}
      >
        <TextArea value={redirects} onChange={onRedirects} rows={2} />
      </Field>
      <Field label={words.postLogoutUris} hint={words.redirectHint} isOptional>
        <TextArea value={logouts} onChange={onLogouts} rows={2} />
      </Field>
    </>
  );
}

const SCOPES = ['readonly', 'monetization', 'report', 'statistics'] as const;
export type Scope = (typeof SCOPES)[number];

interface ScopesFieldProps {
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
}

export function ScopesField({ value, onChange }: ScopesFieldProps) {
  const { clients: words } = useMessages();
  return (
    <fieldset className="field">
      <legend>{words.scopes}</legend>
      <div className="choices">
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={words.scopeNames[scope]}
            isChecked={value.includes(scope)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...value, scope] : value.filter((one) => one !== scope))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
