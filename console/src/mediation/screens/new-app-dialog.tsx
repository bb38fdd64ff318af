import { platforms } from 'virtual:contract';
import { useState } from 'react';
import { Field, Select, TextInput } from '../../kit/field.tsx';
import { useSay } from '../../kit/messages.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useChange } from '../api.ts';
import { named } from '../parts/named.ts';
import { problemAt } from '../parts/problems.tsx';
import { useForm } from '../parts/use-form.ts';
import { CreateDialog } from './create-dialog.tsx';

export function NewAppDialog({ onClose }: { readonly onClose: () => void }) {
  const { mediation } = useMessages();
  const { inventory: words, words: shared } = mediation;
  const { name: on } = useAccount();
  const say = useSay();
  const create = useChange('accounts.apps.create');
  const form = useForm();
  const { problems } = form;
  const [platform, setPlatform] = useState(platforms[0] ?? '');
  const [displayName, setName] = useState('');
  const [appStoreId, setStore] = useState('');
  const submit = () =>
    form.send(async () => {
      const body = {
        platform,
        ...(displayName !== '' && { manualAppInfo: { displayName } }),
        ...(appStoreId !== '' && { linkedAppInfo: { appStoreId } }),
      };
      await create.mutateAsync({ on, body });
      say(words.created(displayName || appStoreId));
      onClose();
    });
  return (
    <CreateDialog
      title={words.newApp}
      form={form}
      missing={displayName.trim() === '' && appStoreId.trim() === '' ? words.appName : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={words.appName} problem={problemAt(problems, 'manualAppInfo')}>
        <TextInput value={displayName} onChange={setName} maxLength={80} />
      </Field>
      <Field label={words.platform} problem={problemAt(problems, 'platform')}>
        <Select
          value={platform}
          options={platforms.map((value) => ({ value, text: named(shared.platforms, value) }))}
          onChange={setPlatform}
        />
      </Field>
      <Field
        label={words.store}
        hint={words.storeHint}
        isOptional
        problem={problemAt(problems, 'linkedAppInfo')}
      >
        <TextInput value={appStoreId} onChange={setStore} />
      </Field>
    </CreateDialog>
  );
}
