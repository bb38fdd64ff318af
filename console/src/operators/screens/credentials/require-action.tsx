import { useState } from 'react';
import { withoutBlanks } from '../../../api/client.ts';
import { Checkbox, Field, TextInput } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { NoteField } from '../../parts/reason-note.tsx';
import { useUndo } from '../../parts/undo.ts';
import { type ActionForm, actionOf, tomorrow } from './action.ts';

interface RequireProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function RequireAction({ id, onClose }: RequireProps) {
  const { credentials: words } = useMessages();
  const say = useSay();
  const undo = useUndo();
  const require = useAdminAction('requireAction');
  const clear = useAdminAction('clearAction');
  const [form, setForm] = useState<ActionForm>(() => ({
    deadline: tomorrow(Date.now()),
    revokes: false,
    resubmits: true,
    attempts: '',
  }));
  const [note, setNote] = useState('');
  const set = (change: Partial<ActionForm>) => setForm({ ...form, ...change });
  const { action, wrong = [] } = actionOf(form, Date.now());
  return (
    <ActionDialog
      title={words.requireTitle}
      text={words.requireText}
      action={words.require}
      isReady={action !== undefined}
      run={() => require.mutateAsync({ id, action: action!, ...withoutBlanks({ note }) })}
      onDone={() =>
        say(
          words.required,
          undo(words.cleared, () => clear.mutateAsync({ id })),
        )
      }
      onClose={onClose}
    >
      <Field label={words.deadline} problem={wrong.includes('deadline') ? words.deadlineProblem : undefined}>
        <TextInput type="datetime-local" value={form.deadline} onChange={(deadline) => set({ deadline })} />
      </Field>
      <Checkbox label={words.enforce} isChecked={form.revokes} onChange={(revokes) => set({ revokes })} />
      <Checkbox
        label={words.resubmit}
        isChecked={form.resubmits}
        onChange={(resubmits) => set({ resubmits })}
      />
      {form.resubmits && (
        <Field
          label={words.maxAttempts}
          hint={words.maxAttemptsHint}
          problem={wrong.includes('attempts') ? words.attemptsProblem : undefined}
          isOptional
        >
          <TextInput inputMode="numeric" value={form.attempts} onChange={(attempts) => set({ attempts })} />
        </Field>
      )}
      <NoteField value={note} onChange={setNote} />
    </ActionDialog>
  );
}
