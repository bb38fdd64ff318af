import { useState } from 'react';
import type { AdUnit, AdUnitMapping } from '../../../../../src/mediation/contract/index.ts';
import { Facts } from '../../../kit/facts.tsx';
import { Checkbox, Field, TextInput } from '../../../kit/field.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { Failure } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useChange } from '../../api.ts';
import { type Cell, isSecret, lastPart, type SourceAdapter } from '../../model/matrix.ts';
import { useLabels } from '../../parts/labels.ts';
import { missingSetting, SettingFields, type Settings } from '../../parts/new-mapping-fields.tsx';
import { problemAt } from '../../parts/problems.tsx';
import { useForm } from '../../parts/use-form.ts';

interface CellDialogProps {
  readonly unit: AdUnit;
  readonly adapter: SourceAdapter;
  readonly cell: Cell | undefined;
  readonly onClose: () => void;
}

/** Settings of a mapping by label; secrets are shown on request. */
function Existing({
  mapping,
  adapter,
}: {
  readonly mapping: AdUnitMapping;
  readonly adapter: SourceAdapter;
}) {
  const { mediation } = useMessages();
  const { mappings: words } = mediation;
  const [isShown, setShown] = useState(false);
  const settings = Object.entries(mapping.adUnitConfigurations ?? {}).map(([id, value]) => {
    const label =
      adapter.adapterConfigMetadata?.find((one) => one.adapterConfigMetadataId === id)
        ?.adapterConfigMetadataLabel ?? id;
    return { label, value, isHidden: isSecret(label) };
  });
  return (
    <section className="box stack tight">
      <h3 className="pair">
        {mapping.displayName || words.unnamed} <Id value={lastPart(mapping.name ?? '')} />
      </h3>
      <Facts
        facts={settings.map(({ label, value, isHidden }) => [
          label,
          isHidden && !isShown ? words.hidden : <code key={label}>{value}</code>,
        ])}
      />
      {settings.some(({ isHidden }) => isHidden) && (
        <Checkbox label={words.show} isChecked={isShown} onChange={setShown} />
      )}
    </section>
  );
}

/** The form for a mapping of an ad unit and adapter. */
export function NewMapping({
  unit,
  adapter,
  onClose,
}: Pick<CellDialogProps, 'unit' | 'adapter' | 'onClose'>) {
  const { mediation } = useMessages();
  const { mappings: words } = mediation;
  const labels = useLabels();
  const say = useSay();
  const create = useChange('accounts.adUnits.adUnitMappings.create');
  const { problems, error, isBusy, send } = useForm();
  const [displayName, setName] = useState(`${adapter.sourceTitle} – ${labels.unit(unit.adUnitId ?? '')}`);
  const [settings, setSettings] = useState<Settings>({});
  const missing = displayName.trim() === '' ? words.name : missingSetting(adapter, settings);
  const submit = () =>
    send(async () => {
      const adUnitConfigurations = Object.fromEntries(
        Object.entries(settings).filter(([, value]) => value !== ''),
      );
      const body = { displayName, adapterId: adapter.adapterId ?? '', adUnitConfigurations };
      await create.mutateAsync({ on: unit.name ?? '', body });
      say(words.created(1));
      onClose();
    });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3>{words.create}</h3>
      {error !== undefined && <Failure error={error} />}
      <Field label={words.name} problem={problemAt(problems, 'displayName')}>
        <TextInput value={displayName} onChange={setName} maxLength={255} />
      </Field>
      <SettingFields adapter={adapter} values={settings} problems={problems} onChange={setSettings} />
      <FormActions action={words.createNow} isBusy={isBusy} missing={missing} onCancel={onClose} />
    </form>
  );
}

/** Mappings of an ad unit and adapter, and a form for a new one. */
export function CellDialog({ unit, adapter, cell, onClose }: CellDialogProps) {
  const { mediation } = useMessages();
  const { mappings: words } = mediation;
  const labels = useLabels();
  const own = cell?.mappings ?? [];
  return (
    <Modal
      title={words.cellTitle}
      text={`${labels.unit(unit.adUnitId ?? '')} – ${adapter.title ?? adapter.sourceTitle}`}
      onClose={onClose}
    >
      {own.length === 0 && <p className="soft">{words.noneHere}</p>}
      {own.map((mapping) => (
        <Existing key={mapping.name} mapping={mapping} adapter={adapter} />
      ))}
      <NewMapping unit={unit} adapter={adapter} onClose={onClose} />
    </Modal>
  );
}
