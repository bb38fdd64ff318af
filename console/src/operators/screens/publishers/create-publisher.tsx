import { useState } from 'react';
import { Field, TextInput } from '../../../kit/field.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

export function CreatePublisher({ onClose }: { readonly onClose: () => void }) {
  const { publishers: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('createPublisher');
  const [displayName, setName] = useState('');
  const [currency, setCurrency] = useState('USD');
  const [zone, setZone] = useState('UTC');
  const [id, setId] = useState('');
  const currencyCode = currency.trim().toUpperCase();
  const reportingTimeZone = zone.trim();
  const request = {
    displayName: displayName.trim(),
    currencyCode,
    reportingTimeZone,
    ...(id.trim() !== '' && { id: id.trim() }),
  };
  const isReady = request.displayName !== '' && currencyCode !== '' && reportingTimeZone !== '';
  return (
    <ActionDialog
      title={words.createTitle}
      text={words.createText}
      action={words.create}
      isReady={isReady}
      run={() => mutateAsync(request)}
      onDone={(made) => say(words.created(made.id))}
      onClose={onClose}
    >
      <Field label={words.name}>
        <TextInput value={displayName} onChange={setName} autoComplete="off" maxLength={120} />
      </Field>
      <Field label={words.currency} hint={words.currencyHint}>
        <TextInput value={currency} onChange={setCurrency} spellCheck={false} maxLength={3} />
      </Field>
      <Field label={words.zone} hint={words.zoneHint}>
        <TextInput value={zone} onChange={setZone} spellCheck={false} maxLength={64} />
      </Field>
      <Field label={words.id} hint={words.idHint} isOptional>
        <TextInput value={id} onChange={setId} autoComplete="off" spellCheck={false} maxLength={20} />
      </Field>
    </ActionDialog>
  );
}
