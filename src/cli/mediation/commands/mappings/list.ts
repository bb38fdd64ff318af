import { lastSegment } from '../../../../conventions/last-segment.ts';
import { print } from '../../../output.ts';
import { table } from '../../../table/table.ts';
import { leaf } from '../../command.ts';
import { adUnitId, unitTitle } from '../../find/inventory.ts';

export const listMappings = () =>
  leaf<{ readonly adUnit?: string }>({
    name: 'list',
    hasTable: true,
    description: 'List the mappings of all ad units, or of one',
    examples: [
      'diptych mediation mappings list --ad-unit "Acme Racing/Before the race"',
      'diptych mediation mappings list --json',
    ],
    options: (command) => command.option('--ad-unit <unit>', 'only of this ad unit: name or id'),
    run: async (session, options) => {
      const inventory = await session.live.inventory();
      const named = options.adUnit === undefined ? undefined : adUnitId(inventory, options.adUnit);
      const units = inventory.adUnits.filter(({ adUnitId: id }) => named === undefined || id === named);
      const ids = named !== undefined && units.length === 0 ? [{ adUnitId: named }] : units;
      const found = [];
      for (const unit of ids)
        for (const mapping of await session.live.mappings(unit.adUnitId ?? '')) found.push({ unit, mapping });
      const rows = found.map(({ unit, mapping }) => [
        lastSegment(mapping.name ?? ''),
        mapping.displayName ?? '-',
        unitTitle(inventory, unit),
        mapping.adapterId ?? '',
      ]);
      const answer = { adUnitMappings: found.map(({ mapping }) => mapping) };
      print(answer, options, () =>
        table(['mapping', 'name', 'ad unit', 'adapter'], rows, {
          wide: options.wide,
          cut: ['name', 'ad unit'],
        }),
      );
    },
  });
