import { useState } from 'react';
import type { AdUnit } from '../../../../../src/mediation/contract/index.ts';
import { Field, Fields, Select } from '../../../kit/field.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { useMessages } from '../../../messages/index.ts';
import { fits, type SourceAdapter } from '../../model/matrix.ts';
import { useLabels } from '../../parts/labels.ts';
import { NewMapping } from './cell-dialog.tsx';

interface NewDialogProps {
  readonly units: readonly AdUnit[];
  readonly adapters: readonly SourceAdapter[];
  readonly onClose: () => void;
}

/** Creates a mapping of an ad unit for an adapter that supports it. */
export function NewDialog({ units, adapters, onClose }: NewDialogProps) {
  const { common, mediation } = useMessages();
  const { mappings: words } = mediation;
  const labels = useLabels();
  const [unitId, setUnit] = useState('');
  const [adapterId, setAdapter] = useState('');
  const unit = units.find(({ adUnitId }) => adUnitId === unitId);
  const place = { platform: labels.platformOf(unit?.appId), format: unit?.adFormat };
  const fitting = adapters.filter((one) => unit && fits(one, place));
  const adapter = fitting.find((one) => one.adapterId === adapterId);
  return (
    <Modal title={words.new} text={words.newText} onClose={onClose}>
      <Fields>
        <Field label={words.unit}>
          <Select
            value={unitId}
            options={[
              { value: '', text: common.choose },
              ...units.map(({ adUnitId = '' }) => ({ value: adUnitId, text: labels.unit(adUnitId) })),
            ]}
            onChange={setUnit}
          />
        </Field>
        <Field label={words.source}>
          <Select
            value={adapter ? adapterId : ''}
            options={[
              { value: '', text: common.choose },
              ...fitting.map((one) => ({ value: one.adapterId ?? '', text: one.sourceTitle })),
            ]}
            onChange={setAdapter}
          />
        </Field>
      </Fields>
      {unit && adapter ? (
        <NewMapping key={`${unitId} ${adapterId}`} unit={unit} adapter={adapter} onClose={onClose} />
      ) : (
        <FormActions action={words.createNow} missing={unit ? words.source : words.unit} onCancel={onClose} />
      )}
    </Modal>
  );
}
