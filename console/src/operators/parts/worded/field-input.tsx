import type { ActionField } from 'virtual:contract';
import { NewPasswordField } from '../../../frame/account-fields.tsx';
import { dayStart } from '../../../kit/day-start.ts';
import { Checkbox, Field, Select, TextArea, TextInput } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import { PublishersField } from '../publishers-field.tsx';
import { NoteField, type RevocationReason, RevocationReasonField } from '../reason-note.tsx';
import { useWord } from './columns.tsx';

export type Value = string | boolean | readonly string[];

/** The initial value of a field. What must be chosen is not chosen beforehand. */
export function emptyValue({ kind, standard }: ActionField): Value {
  if (kind === 'flag') return false;
  if (kind === 'list') return [];
  return standard ?? '';
}

/** A value as the request has it; undefined where it leaves the member out. */
export function sentValue({ kind, absent }: ActionField, value: Value): unknown {
  if (value === '' || value === absent || value === false) return undefined;
  if (kind === 'date') return dayStart(value as string, 'UTC');
  return typeof value === 'string' && kind !== 'password' && kind !== 'file' ? value.trim() : value;
}

const SHORTEST_PASSWORD = 12;

export function isFilled(field: ActionField, value: Value): boolean {
  if (value !== '' && value === field.absent) return true;
  if (field.kind === 'password') return (value as string).length >= SHORTEST_PASSWORD;
  const sent = sentValue(field, value);
  return !field.isRequired || (sent !== undefined && sent !== '');
}

interface TextProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** PEM text, pasted or from a file. */
function PemInput({ value, onChange }: TextProps) {
  const { keys: words } = useMessages();
  return (
    <>
      <TextArea value={value} onChange={onChange} rows={3} maxLength={65_536} />
      <label className="file-choice">
        {words.chooseFile}{' '}
        <input
          type="file"
          accept=".pem,.crt,.cer,.key,.txt"
          onChange={async ({ target }) => onChange((await target.files?.[0]?.text()) ?? '')}
        />
      </label>
    </>
  );
}

function Choices({ field, value, onChange }: TextProps & { readonly field: ActionField }) {
  const word = useWord();
  const { choices = {}, absent = '', standard, isRequired } = field;
  const { common } = useMessages();
  const empty = isRequired ? '' : absent;
  const nothing = { value: empty, text: isRequired ? common.choose : word(absent || 'none') };
  const none = standard !== undefined || (isRequired && value !== '') ? [] : [nothing];
  const all = Object.entries(choices).map(([name, text]) => ({ value: name, text: word(text) }));
  return (
    <Field label={word(field.label ?? field.name)}>
      <Select value={value || empty} onChange={onChange} options={[...none, ...all]} />
    </Field>
  );
}

interface FieldInputProps {
  readonly field: ActionField;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The input of a field, as its kind says. */
export function FieldInput({ field, value, onChange }: FieldInputProps) {
  const word = useWord();
  const { name, label = name, hint, kind, choices, most, isRequired } = field;
  const text = { value: value as string, onChange };
  if (choices) return <Choices field={field} {...text} />;
  if (name === 'note') return <NoteField {...text} />;
  if (name === 'reason') return <RevocationReasonField {...text} value={value as RevocationReason | ''} />;
  if (kind === 'flag')
    return <Checkbox label={word(label)} isChecked={value as boolean} onChange={onChange} />;
  if (kind === 'password') return <NewPasswordField label={word(label)} {...text} />;
  if (kind === 'list')
    return <PublishersField label={word(label)} value={value as readonly string[]} onChange={onChange} />;
  const input =
    kind === 'file' ? (
      <PemInput {...text} />
    ) : (
      <TextInput
        {...text}
        type={kind === 'date' ? 'date' : 'text'}
        autoComplete="off"
        spellCheck={false}
        maxLength={most}
      />
    );
  return (
    <Field label={word(label)} hint={hint && word(hint)} isOptional={!isRequired}>
      {input}
    </Field>
  );
}
