import { useState } from 'react';
import { dayStart } from '../../../kit/day-start.ts';
import { Field, TextInput } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import type { Key } from './next-step.ts';

interface CompromiseDialogProps {
  readonly of: Key;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const kindOf = ({ role, stage }: Key): 'root' | 'past' | 'used' => {
  if (stage === 'retired' || stage === 'destroyed') return 'past';
  return role === 'iaca' ? 'root' : 'used';
};

/** Stops using a key that others may have. What follows is shown above the keys. */
export function CompromiseDialog({ of: key, onDone, onClose }: CompromiseDialogProps) {
  const { keys } = useMessages();
  const words = keys.compromise;
  const say = useSay();
  const now = useNow();
  const { mutateAsync } = useAdminAction('compromiseKey');
  const [day, setDay] = useState('');
  const roles: Readonly<Record<string, string>> = keys.roles;
  const sinceTime = dayStart(day, 'UTC');
  const isFuture = sinceTime !== undefined && Date.parse(sinceTime) > now;
  return (
    <ActionDialog
      title={words.reportTitle(roles[key.role] ?? key.role)}
      text={words.reportText[kindOf(key)]}
      action={words.stop}
      isDanger
      typed={key.id}
      isReady={!isFuture}
      missing={sinceTime === undefined ? words.firstDay : undefined}
      run={() => mutateAsync({ id: key.id, sinceTime: sinceTime ?? '' })}
      onDone={() => {
        say(words.stopped);
        onDone();
      }}
      onClose={onClose}
    >
      <Field
        label={words.firstDay}
        hint={words.firstDayHint}
        problem={isFuture ? words.firstDayFuture : undefined}
      >
        <TextInput type="date" value={day} onChange={setDay} />
      </Field>
    </ActionDialog>
  );
}
