import { Field, Select, TextInput } from '../../kit/field.tsx';
import { useMessages } from '../../messages/index.ts';
import type { AdminRequest } from '../api.ts';

export type RevocationReason = NonNullable<AdminRequest<'revokeCredential'>['reason']>;

interface ReasonProps {
  readonly value: RevocationReason | '';
  readonly onChange: (value: RevocationReason | '') => void;
}

export function RevocationReasonField({ value, onChange }: ReasonProps) {
  const { common, parts: words, proofingWords } = useMessages();
  const known = Object.entries(proofingWords.revocations) as [RevocationReason, string][];
  return (
    <Field label={words.reason}>
      <Select
        value={value}
        onChange={onChange}
        options={[
          { value: '', text: common.choose },
          ...known.map(([code, text]) => ({ value: code, text })),
        ]}
      />
    </Field>
  );
}

/** The contract's limit for a note. */
const MOST = 500;

interface NoteProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function NoteField({ value, onChange }: NoteProps) {
  const { parts: words } = useMessages();
  return (
    <Field label={words.note} hint={words.noteHint} isOptional>
      <TextInput value={value} onChange={onChange} maxLength={MOST} autoComplete="off" />
    </Field>
  );
}
