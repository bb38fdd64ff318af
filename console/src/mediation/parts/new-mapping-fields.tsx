import { unitResource } from '../../../../src/client/live-account.ts';
import type { AdUnitMapping } from '../../../../src/mediation/contract/index.ts';
import { Field, TextInput } from '../../kit/field.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useChange } from '../api.ts';
import type { SourceAdapter } from '../model/matrix.ts';
import { newMapping } from '../model/new-mapping.ts';
import type { Labels } from './labels.ts';
import { type Problems, problemAt } from './problems.tsx';

/** Values of the settings of a mapping by their ids. */
export type Settings = Readonly<Record<string, string>>;

export const hasValue = (settings: Settings = {}): boolean =>
  Object.values(settings).some((value) => value.trim() !== '');

/** The label of the first setting that has no value and needs one. */
export const missingSetting = (
  { adapterConfigMetadata = [] }: SourceAdapter,
  values: Settings = {},
): string | undefined =>
  adapterConfigMetadata.find(
    ({ adapterConfigMetadataId: id = '', isRequired }) => isRequired && (values[id] ?? '').trim() === '',
  )?.adapterConfigMetadataLabel;

interface SettingFieldsProps {
  readonly adapter: SourceAdapter;
  readonly values: Settings;
  readonly problems: Problems;
  readonly onChange: (values: Settings) => void;
}

/** The settings of an adapter. */
export function SettingFields({ adapter, values, problems, onChange }: SettingFieldsProps) {
  const whole = problemAt(problems, 'adUnitConfigurations', true);
  return (
    <>
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
    </>
  );
}

interface NewMappingFieldsProps extends SettingFieldsProps {
  /** The name of the ad unit. */
  readonly unit: string;
  /** Whether the name stands just above. */
  readonly isNamed: boolean;
}

/** The settings of a mapping that is made with the line. */
export function NewMappingFields({ unit, isNamed, ...fields }: NewMappingFieldsProps) {
  const { lines: words } = useMessages().mediation;
  return (
    <fieldset className="fieldset inner" aria-label={words.newMappingOf(unit)}>
      <legend>{isNamed ? words.newMappingTitle : words.newMappingOf(unit)}</legend>
      <p className="soft small">{words.newMappingText}</p>
      <SettingFields {...fields} />
    </fieldset>
  );
}

/** The mapping of an ad unit that a person filled in. */
const mappingOf = (adapter: SourceAdapter, unit: string, settings: Settings = {}): AdUnitMapping => ({
  displayName: `${adapter.sourceTitle} – ${unit}`,
  adapterId: adapter.adapterId ?? '',
  adUnitConfigurations: Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value.trim() !== ''),
  ),
});

/** Tries mappings out, and gives the texts by which lines name them until they are made. */
export function useNewMappings(labels: Labels) {
  const { name: account } = useAccount();
  const create = useChange('accounts.adUnits.adUnitMappings.create');
  return async (
    adapter: SourceAdapter,
    adUnitIds: readonly string[],
    settings: Readonly<Record<string, Settings>>,
  ): Promise<Readonly<Record<string, string>>> => {
    const names: [string, string][] = [];
    for (const adUnitId of adUnitIds) {
      const body = mappingOf(adapter, labels.unit(adUnitId), settings[adUnitId]);
      await create.mutateAsync({ on: unitResource(account, adUnitId), body, validateOnly: true });
      names.push([adUnitId, newMapping(body)]);
    }
    return Object.fromEntries(names);
  };
}
