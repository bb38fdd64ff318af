import { unitResource } from '../../../../client/live-account.ts';
import { lastSegment } from '../../../../conventions/last-segment.ts';
import { UsageError } from '../../../cli-errors.ts';
import { collect } from '../../../options.ts';
import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import { adUnitId } from '../../find/inventory.ts';
import { materialsOf, newMapping } from './new-mapping.ts';

interface Options {
  readonly adUnit: string;
  readonly source: string;
  readonly adapter?: string;
  readonly name?: string;
  readonly value?: readonly string[];
  readonly dryRun?: boolean;
}

function settingOf(text: string): readonly [label: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError('--value takes LABEL=VALUE, such as "SDK Key=abc"');
  return [text.slice(0, at), text.slice(at + 1)];
}

export const createMapping = () =>
  leaf<Options>({
    name: 'create',
    description: 'Map an ad unit to an ad source: give the settings that its adapter takes',
    help: 'A mapping cannot be changed or deleted.\ndiptych mediation adapters SOURCE lists the settings.',
    examples: [
      'diptych mediation mappings create --ad-unit "Before the race" --source AppLovin \\\n    --value "SDK Key=an-sdk-key" --name "AppLovin before the race"',
    ],
    options: (command) =>
      command
        .requiredOption('--ad-unit <unit>', 'ad unit: name, App/Name or id')
        .requiredOption('--source <source>', 'ad source: title or id')
        .option('--adapter <adapter>', 'adapter: id or title; needed if the source has several')
        .option('--name <text>', 'name of the mapping')
        .option('--value <label=value>', 'value of a setting; several are possible', collect)
        .option('--dry-run', 'show the result without creating anything'),
    run: async (session, options) => {
      const { source, adapter, name, value = [] } = options;
      const materials = await materialsOf(session);
      const unit = adUnitId(materials.inventory, options.adUnit);
      const body = await newMapping(materials, {
        ...{ unit, source, adapter, name },
        values: new Map(value.map(settingOf)),
      });
      const mapping = await session.api.call('accounts.adUnits.adUnitMappings.create', {
        on: unitResource(await session.account(), unit),
        validateOnly: options.dryRun,
        body,
      });
      const head = options.dryRun ? 'dry run: ' : '';
      print(mapping, options, () => `${head}${name ?? 'the mapping'} is ${lastSegment(mapping.name ?? '')}`);
    },
  });
