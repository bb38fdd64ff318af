import { useState } from 'react';
import type { AdUnit } from '../../../../../src/mediation/contract/index.ts';
import { Field, Fields, Select } from '../../../kit/field.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Failure } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMappings } from '../../data.ts';
import { copiedRows } from '../../model/mapping-rows.ts';
import { fits, type SourceAdapter } from '../../model/matrix.ts';
import { useLabels } from '../../parts/labels.ts';
import { RowsSender } from './rows-sender.tsx';

interface CopyDialogProps {
  readonly units: readonly AdUnit[];
  readonly adapters: readonly SourceAdapter[];
  readonly onClose: () => void;
}

/** Copies the mappings of an ad unit to another one, if the adapters support it. */
export function CopyDialog({ units, adapters, onClose }: CopyDialogProps) {
  const { common, mediation } = useMessages();
  const { mappings: words } = mediation;
  const labels = useLabels();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const mappings = useMappings(from === '' ? [] : [from]);
  const target = units.find(({ adUnitId }) => adUnitId === to);
  const place = { platform: labels.platformOf(target?.appId), format: target?.adFormat };
  const rows = target
    ? copiedRows(target, mappings.data.get(from) ?? [], adapters).filter(
        ({ adapter }) => adapter !== undefined && fits(adapter, place),
      )
    : [];
  const options = (other: string) => [
    { value: '', text: common.choose },
    ...units.flatMap(({ adUnitId = '' }) =>
      adUnitId === other ? [] : [{ value: adUnitId, text: labels.unit(adUnitId) }],
    ),
  ];
  const isReady = from !== '' && target !== undefined && mappings.data.has(from);
  return (
    <Modal title={words.copyTitle} text={words.copyText} isWide onClose={onClose}>
      <Fields>
        <Field label={words.from}>
          <Select value={from} options={options(to)} onChange={setFrom} />
        </Field>
        <Field label={words.to}>
          <Select value={to} options={options(from)} onChange={setTo} />
        </Field>
      </Fields>
      {mappings.error !== undefined && mappings.error !== null && <Failure error={mappings.error} />}
      {isReady && rows.length === 0 && <p>{words.nothingToCopy}</p>}
      {isReady && rows.length > 0 ? (
        <RowsSender key={`${from} ${to}`} rows={rows} onDone={onClose} />
      ) : (
        <FormActions
          action={words.createNow}
          isReady={false}
          missing={from === '' ? words.from : target ? undefined : words.to}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
