import { adFormats } from 'virtual:contract';
import { useState } from 'react';
import type { App } from '../../../../src/mediation/contract/index.ts';
import { Field, Select, TextInput } from '../../kit/field.tsx';
import { useSay } from '../../kit/messages.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useChange } from '../api.ts';
import { useLabels } from '../parts/labels.ts';
import { named } from '../parts/named.ts';
import { problemAt } from '../parts/problems.tsx';
import { useForm } from '../parts/use-form.ts';
import { CreateDialog } from './create-dialog.tsx';

/** Can no longer be created (contract, adFormat). */
const LEGACY = 'BANNER_INTERSTITIAL';

interface NewUnitDialogProps {
  readonly apps: readonly App[];
  readonly onClose: () => void;
}

export function NewUnitDialog({ apps, onClose }: NewUnitDialogProps) {
  const { mediation } = useMessages();
  const { inventory: words, words: shared } = mediation;
  const { name: on } = useAccount();
  const labels = useLabels();
  const say = useSay();
  const create = useChange('accounts.adUnits.create');
  const form = useForm();
  const { problems } = form;
  const [appId, setApp] = useState(apps[0]?.appId ?? '');
  const [displayName, setName] = useState('');
  const [adFormat, setFormat] = useState('BANNER');
  const [reward, setReward] = useState({ unitAmount: '', unitType: '' });
  const hasReward = adFormat === 'REWARDED' && (reward.unitAmount !== '' || reward.unitType !== '');
  const submit = () =>
    form.send(async () => {
      const body = { appId, displayName, adFormat, ...(hasReward && { rewardSettings: reward }) };
      await create.mutateAsync({ on, body });
      say(words.created(displayName));
      onClose();
    });
  return (
    <CreateDialog
      title={words.newUnit}
      form={form}
      missing={displayName.trim() === '' ? words.unitName : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={words.app} problem={problemAt(problems, 'appId')}>
        <Select
          value={appId}
          options={apps.map((app) => ({ value: app.appId ?? '', text: labels.app(app.appId) }))}
          onChange={setApp}
        />
      </Field>
      <Field label={words.unitName} problem={problemAt(problems, 'displayName')}>
        <TextInput value={displayName} onChange={setName} maxLength={80} />
      </Field>
      <Field label={words.format} problem={problemAt(problems, 'adFormat')}>
        <Select
          value={adFormat}
          options={adFormats
            .filter((value) => value !== LEGACY)
            .map((value) => ({ value, text: named(shared.formats, value) }))}
          onChange={setFormat}
        />
      </Field>
      {adFormat === 'REWARDED' && (
        <>
          <Field
            label={words.rewardAmount}
            isOptional
            problem={problemAt(problems, 'rewardSettings.unitAmount')}
          >
            <TextInput
              value={reward.unitAmount}
              onChange={(unitAmount) => setReward({ ...reward, unitAmount })}
              inputMode="numeric"
            />
          </Field>
          <Field label={words.rewardType} isOptional problem={problemAt(problems, 'rewardSettings.unitType')}>
            <TextInput value={reward.unitType} onChange={(unitType) => setReward({ ...reward, unitType })} />
          </Field>
        </>
      )}
    </CreateDialog>
  );
}
