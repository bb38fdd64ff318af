import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import { groupOf } from '../../find/groups.ts';
import { DRY_RUN, patchGroup } from './patch.ts';

export const renameGroup = () =>
  leaf<{ readonly dryRun?: boolean }>({
    name: 'rename <group> <new-name>',
    description: 'Give a group another name; the group by name or id',
    examples: ['diptych mediation groups rename Racse Races'],
    options: (command) => command.option(...DRY_RUN),
    run: async (session, options, wanted = '', displayName = '') => {
      const before = await groupOf(session, wanted);
      const change = { updateMask: ['displayName'], body: { displayName } };
      const group = await patchGroup(session, before, change, options);
      const head = options.dryRun ? 'dry run: ' : '';
      print(group, options, () => `${head}${before.displayName} is now ${group.displayName}.`);
    },
  });
