import { challengeKinds, rejectionReasons } from 'virtual:contract';
import { Field, Radios, TextInput } from '../../../kit/field.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type Draft, isTimeMember } from './forms.ts';

/** Limits of the contract. */
const LONGEST_TEXT = 1024;
const LONGEST_NOTE = 500;

interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
  /** Names to choose from; all of the contract if absent. */
  readonly names?: readonly string[] | undefined;
}

export function RejectFields({ draft, onChange, names }: FieldsProps) {
  const { proofing: words, proofingWords } = useMessages();
  const shown = rejectionReasons.filter(({ name }) => names?.includes(name) ?? true);
  const options = shown.map(({ name }) => ({ value: name as string, text: proofingWords.reasons[name] }));
  const chosen = shown.find(({ name }) => name === draft.reason);
  return (
    <>
      <Radios
        label={words.reason}
        value={draft.reason}
        options={options}
        onChange={(reason) => onChange({ reason, member: '' })}
      />
      <Member choice={chosen} value={draft.member} onChange={(member) => onChange({ member })} />
      <Texts draft={draft} onChange={onChange} />
    </>
  );
}

export function ChallengeFields({ draft, onChange, names }: FieldsProps) {
  const { proofing: words, proofingWords } = useMessages();
  const shown = challengeKinds.filter(({ name }) => names?.includes(name) ?? true);
  const options = shown.map(({ name }) => ({ value: name as string, text: proofingWords.challenges[name] }));
  const chosen = shown.find(({ name }) => name === draft.task);
  return (
    <>
      <Radios
        label={words.task}
        value={draft.task}
        options={options}
        onChange={(task) => onChange({ task, member: '' })}
      />
      {chosen && <OutOfBand task={chosen.name} />}
      <Member choice={chosen} value={draft.member} onChange={(member) => onChange({ member })} />
      <Texts draft={draft} onChange={onChange} />
    </>
  );
}

/** Where the user learns the place or the address, which no message has. */
function OutOfBand({ task }: { readonly task: string }) {
  const { proofingWords } = useMessages();
  const texts: Readonly<Record<string, string>> = proofingWords.outOfBand;
  return texts[task] === undefined ? null : <p className="soft small">{texts[task]}</p>;
}

export function NoteField({ draft, onChange }: FieldsProps) {
  const { proofing: words } = useMessages();
  return (
    <Field label={words.note} hint={words.noteHint} isOptional>
      <TextInput
        value={draft.note}
        onChange={(note) => onChange({ note })}
        maxLength={LONGEST_NOTE}
        autoComplete="off"
      />
    </Field>
  );
}

function Texts({ draft, onChange }: FieldsProps) {
  const { proofing: words } = useMessages();
  return (
    <>
      <Field label={words.text} hint={words.textHint} isOptional>
        <TextInput value={draft.text} onChange={(text) => onChange({ text })} maxLength={LONGEST_TEXT} />
      </Field>
      <NoteField draft={draft} onChange={onChange} />
    </>
  );
}

interface MemberProps {
  readonly choice: { readonly member?: string; readonly type?: string } | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Member({ choice, value, onChange }: MemberProps) {
  const { proofingWords } = useMessages();
  if (choice?.member === undefined) return null;
  const { member } = choice;
  const labels: Readonly<Record<string, string>> = proofingWords.members;
  const type = isTimeMember(member) ? 'datetime-local' : choice.type === 'integer' ? 'number' : 'text';
  return (
    <Field label={labels[member] ?? member} isOptional>
      <TextInput type={type} value={value} onChange={onChange} maxLength={LONGEST_TEXT} />
    </Field>
  );
}
