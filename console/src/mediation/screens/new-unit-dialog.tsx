import { adFormats } from 'virtual:contract';
import { useState } from 'react';
import type { App } from '../../../../src/mediation/contract/index.ts';
import { Button } from '../../kit/button.tsx';
import { Field, Select, TextInput } from '../../kit/field.tsx';
import { useSay } from '../../kit/messages.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Failure } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useChange } from '../api.ts';
import { useLabels } from '../parts/labels.ts';
import { named } from '../parts/named.ts';
import { problemAt } from '../parts/problems.tsx';
import { useForm } from './use-form.ts';

/** Can no longer be created (contract, adFormat). */
const LEGACY = 'BANNER_INTERSTITIAL';

interface NewUnitDialogProps {
  readonly apps: readonly App[];
  readonly onClose: () => void;
}

export function NewUnitDialog({ apps, onClose }: NewUnitDialogProps) {
  const { common, mediation } = useMessages();
  const { inventory: words, words: shared } = mediation;
  const { name: on } = useAccount();
  const labels = useLabels();
  const say = useSay();
  const create = useChange('accounts.adUnits.create');
  const { problems, error, isBusy, send } = useForm();
  const [appId, setApp] = useState(apps[0]?.appId ?? '');
  const [displayName, setName] = useState('');
  const [adFormat, setFormat] = useState('BANNER');
  const [reward, setReward] = useState({ unitAmount: '', unitType: '' });
  const hasReward = adFormat === 'REWARDED' && (reward.unitAmount !== '' || reward.unitType !== '');
  const submit = () =>
    send(async () => {
      const body = { appId, displayName, adFormat, ...(hasReward && { rewardSettings: reward }) };
      await create.mutateAsync({ on, body });
      say(words.created(displayName));
      onClose();
    });
  return (
    <Modal title={words.newUnit} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {error !== undefined && <Failure error={error} />}
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
            <Field
              label={words.rewardType}
              isOptional
              problem={problemAt(problems, 'rewardSettings.unitType')}
            >
              <TextInput
                value={reward.unitType}
                onChange={(unitType) => setReward({ ...reward, unitType })}
              />
            </Field>
          </>
        )}
        <div className="actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" isBusy={isBusy}>
            {words.create}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
