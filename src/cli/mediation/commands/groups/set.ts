import type { MediationGroup } from '../../../../mediation/contract/index.ts';
import { UsageError } from '../../../cli-errors.ts';
import { collect } from '../../../options.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { groupOf } from '../../find/groups.ts';
import { adUnitId } from '../../find/inventory.ts';
import { type Change, DRY_RUN, patchGroup } from './patch.ts';
import { printGroup } from './print-group.ts';
import { idfaOf, priorityOf, type TargetingOptions, withTargeting } from './targeting.ts';

interface Options extends TargetingOptions {
  readonly adUnit?: readonly string[];
  readonly addAdUnit?: readonly string[];
  readonly removeAdUnit?: readonly string[];
  readonly everywhere?: boolean;
  readonly excludeNone?: boolean;
  readonly clearPriority?: boolean;
  readonly dryRun?: boolean;
}

/** The ad units after the change; undefined if they stay. */
async function unitsAfter(
  session: MediationSession,
  { targeting: { adUnitIds = [] } = {} }: MediationGroup,
  { adUnit, addAdUnit = [], removeAdUnit = [] }: Options,
): Promise<string[] | undefined> {
  if (adUnit === undefined && addAdUnit.length + removeAdUnit.length === 0) return undefined;
  const inventory = await session.live.inventory();
  const ids = (names: readonly string[]) => names.map((name) => adUnitId(inventory, name));
  const removed = ids(removeAdUnit);
  const stranger = removed.find((id) => !adUnitIds.includes(id));
  if (stranger !== undefined) throw new UsageError(`the group does not have the ad unit ${stranger}`);
  const kept = (adUnit === undefined ? adUnitIds : ids(adUnit)).filter((id) => !removed.includes(id));
  return [...new Set([...kept, ...ids(addAdUnit)])];
}

async function changeOf(session: MediationSession, group: MediationGroup, options: Options): Promise<Change> {
  const { region, everywhere, excludeRegion, excludeNone, idfa, priority, clearPriority } = options;
  const units = await unitsAfter(session, group, options);
  const parts: readonly (readonly [mask: string, isGiven: boolean, targeting: object])[] = [
    ['targeting.adUnitIds', units !== undefined, { adUnitIds: units }],
    [
      'targeting.targetedRegionCodes',
      region !== undefined || everywhere === true,
      { targetedRegionCodes: region ?? [] },
    ],
    [
      'targeting.excludedRegionCodes',
      excludeRegion !== undefined || excludeNone === true,
      { excludedRegionCodes: excludeRegion ?? [] },
    ],
    [
      'targeting.idfaTargeting',
      idfa !== undefined,
      idfa === undefined ? {} : { idfaTargeting: idfaOf(idfa) },
    ],
  ];
  const given = parts.filter(([, isGiven]) => isGiven);
  const hasPriority = priority !== undefined || clearPriority === true;
  const updateMask = [...given.map(([mask]) => mask), ...(hasPriority ? ['priority'] : [])];
  if (updateMask.length === 0) throw new UsageError('name at least one change; --help lists the options');
  const targeting = Object.assign({}, ...given.map(([, , members]) => members)) as object;
  return {
    updateMask,
    body: {
      ...(given.length > 0 && { targeting }),
      ...(priority !== undefined && { priority: priorityOf(priority) }),
    },
  };
}

const HELP = `Lists replace the old ones. The platform and the ad format of a group never
change. The public service lets only ad units be changed; the rest is done in
its console.`;

export const setGroup = () =>
  leaf<Options>({
    name: 'set <group>',
    description: 'Change the ad units, regions, IDFA or priority of a group; the group by name or id',
    help: HELP,
    examples: [
      'diptych mediation groups set Races --add-ad-unit "After the race"',
      'diptych mediation groups set Races --region DE --region AT --priority 10',
      'diptych mediation groups set Races --everywhere --dry-run',
    ],
    options: (command) =>
      withTargeting(command)
        .option('--everywhere', 'serve in all regions')
        .option('--exclude-none', 'exclude no region')
        .option('--clear-priority', 'no priority: after all groups that have one')
        .option('--ad-unit <unit>', 'only these ad units: name, App/Name or id; several', collect)
        .option('--add-ad-unit <unit>', 'add an ad unit; several are possible', collect)
        .option('--remove-ad-unit <unit>', 'take an ad unit out; several are possible', collect)
        .option(...DRY_RUN),
    run: async (session, options, wanted = '') => {
      const group = await groupOf(session, wanted);
      await printGroup(
        session,
        await patchGroup(session, group, await changeOf(session, group, options), options),
        options,
      );
    },
  });
