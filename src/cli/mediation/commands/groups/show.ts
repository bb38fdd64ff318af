import { leaf } from '../../command.ts';
import { groupOf } from '../../find/groups.ts';
import { printGroup } from './print-group.ts';

export const showGroup = () =>
  leaf({
    name: 'show <group>',
    hasTable: true,
    description: 'Show a group and its lines, the dearest first; the group by name or id',
    examples: ['diptych mediation groups show Races', 'diptych mediation groups show 1234567890 --json'],
    run: async (session, options, wanted) =>
      printGroup(session, await groupOf(session, wanted ?? ''), options),
  });
