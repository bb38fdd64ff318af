import { useState } from 'react';
import { Field, TextInput } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { problemAt } from '../../parts/problems.tsx';
import { useForm } from '../../parts/use-form.ts';
import { CreateDialog } from '../create-dialog.tsx';
import { type GroupChangeProps, useGroupChange } from './use-group-change.ts';

const LONGEST = 120;

interface RenameDialogProps extends GroupChangeProps {
  readonly onClose: () => void;
}

/** Renames the group. What was typed stays when the server refuses it. */
export function RenameDialog({ onClose, ...of }: RenameDialogProps) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const say = useSay();
  const form = useForm();
  const { rename, isConflict } = useGroupChange(of);
  const { displayName: current = '' } = of.group;
  const [displayName, setName] = useState(current);
  const submit = () =>
    form.send(async () => {
      if (!(await rename(displayName))) return;
      say(words.renamed(displayName));
      onClose();
    });
  return (
    <CreateDialog
      title={words.renameTitle(current)}
      action={words.rename}
      form={form}
      isReady={displayName !== current}
      missing={displayName.trim() === '' ? words.name : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {isConflict && <Notice>{words.changedMeanwhile}</Notice>}
      <Field
        label={words.name}
        // Servers that offer only the public interface refuse the mask.
        problem={problemAt(form.problems, 'displayName') ?? problemAt(form.problems, 'updateMask')}
      >
        <TextInput value={displayName} onChange={setName} maxLength={LONGEST} autoComplete="off" />
      </Field>
    </CreateDialog>
  );
}
