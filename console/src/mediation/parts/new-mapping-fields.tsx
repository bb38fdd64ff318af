import { Field, TextInput } from '../../kit/field.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useChange } from '../api.ts';
import { useInventory } from '../data.ts';
import { lastPart, type SourceAdapter } from '../model/matrix.ts';
import type { Labels } from './labels.ts';
import { type Problems, problemAt } from './problems.tsx';

/** Values of the settings of a mapping by their ids. */
export type Settings = Readonly<Record<string, string>>;

export const hasValue = (settings: Settings = {}): boolean =>
  Object.values(settings).some((value) => value.trim() !== '');

interface NewMappingFieldsProps {
  readonly title: string;
  readonly adapter: SourceAdapter;
  readonly values: Settings;
  readonly problems: Problems;
  readonly onChange: (values: Settings) => void;
}

/** The settings of a mapping that is made with the line. */
export function NewMappingFields({ title, adapter, values, problems, onChange }: NewMappingFieldsProps) {
  const { mediation } = useMessages();
  const whole = problemAt(problems, 'adUnitConfigurations', true);
  return (
    <fieldset className="fieldset">
      <legend>{title}</legend>
      <p className="soft small">{mediation.lines.newMappingText}</p>
      {(adapter.adapterConfigMetadata ?? []).map(
        ({ adapterConfigMetadataId: id = '', adapterConfigMetadataLabel: label = id, isRequired }) => (
          <Field
            key={id}
            label={label}
            isOptional={!isRequired}
            problem={problemAt(problems, `adUnitConfigurations["${id}"]`)}
          >
            <TextInput
              value={values[id] ?? ''}
              onChange={(value) => onChange({ ...values, [id]: value })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        ),
      )}
      {whole !== undefined && <p className="problem small">{whole}</p>}
    </fieldset>
  );
}

/** Makes mappings of ad units to an adapter. Gives the resource name of each as soon as it is made: a later one may fail. */
export function useCreateMappings(labels: Labels) {
  const { name: account } = useAccount();
  const { data: inventory } = useInventory();
  const create = useChange('accounts.adUnits.adUnitMappings.create');
  return async (
    adapter: SourceAdapter,
    adUnitIds: readonly string[],
    settings: Readonly<Record<string, Settings>>,
    onMade: (adUnitId: string, name: string) => void,
  ): Promise<void> => {
    for (const adUnitId of adUnitIds) {
      const unit = inventory?.units.find((one) => one.adUnitId === adUnitId);
      const given = Object.entries(settings[adUnitId] ?? {}).filter(([, value]) => value.trim() !== '');
      const { name = '' } = await create.mutateAsync({
        on: unit?.name ?? `${account}/adUnits/${lastPart(adUnitId)}`,
        body: {
          displayName: `${adapter.sourceTitle} – ${labels.unit(adUnitId)}`,
          adapterId: adapter.adapterId ?? '',
          adUnitConfigurations: Object.fromEntries(given),
        },
      });
      onMade(adUnitId, name);
    }
  };
}
