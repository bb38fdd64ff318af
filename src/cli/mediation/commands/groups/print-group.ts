import type { MediationGroup } from '../../../../mediation/contract/index.ts';
import { facts, print } from '../../../output.ts';
import type { MediationOptions, MediationSession } from '../../connection.ts';
import { unitNames } from '../../find/inventory.ts';
import { titlesOf } from '../../find/sources.ts';
import { groupFacts, lineTable, unitTable } from '../../text/group.ts';

/** Prints a group with its lines: the group that is, or with --dry-run the one that would be. */
export async function printGroup(
  session: MediationSession,
  group: MediationGroup,
  options: MediationOptions & { readonly dryRun?: boolean },
): Promise<void> {
  if (options.json) return print(group, options, () => '');
  const names = unitNames(await session.live.inventory());
  const titles = titlesOf(await session.live.adSources());
  const head = options.dryRun ? 'Dry run: nothing was changed. The group would be:\n\n' : '';
  const parts = [
    facts(groupFacts(group)),
    unitTable(group, names, options),
    lineTable(group, titles, options),
  ];
  print(group, options, () => `${head}${parts.join('\n\n')}`);
}
