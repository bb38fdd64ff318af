import { Option } from 'commander';
import { confirmed, YES } from '../../../admin/confirm.ts';
import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import { groupOf } from '../../find/groups.ts';
import { leaderOf } from './experiment-text.ts';
import { experimentOf } from './list.ts';

interface Options {
  readonly keep: 'A' | 'B';
  readonly yes?: boolean;
}

const KEPT = { A: 'the lines that the group had', B: 'the lines that were tried' } as const;

export const stopExperiment = () =>
  leaf<Options>({
    name: 'stop <group>',
    description: 'Stop the experiment of a group for good, and keep the lines of one variant',
    examples: ['diptych mediation experiments stop Races --keep B --yes'],
    options: (command) =>
      command
        .addOption(
          new Option('--keep <variant>', 'A: the lines that the group had; B: those that were tried')
            .choices(['A', 'B'])
            .makeOptionMandatory(),
        )
        .option(...YES),
    run: async (session, options, wanted = '') => {
      const group = await groupOf(session, wanted);
      const { keep } = options;
      const question = async () => {
        const running = await experimentOf(session, group);
        return `Stop “${running.displayName}” in ${group.displayName} and keep ${keep}, ${KEPT[keep]}; the leader is ${leaderOf(running)}`;
      };
      await confirmed(question, options);
      const experiment = await session.api.call('accounts.mediationGroups.mediationAbExperiments.stop', {
        on: `${group.name}/mediationAbExperiments`,
        body: { variantChoice: `VARIANT_CHOICE_${keep}` },
      });
      print(
        experiment,
        options,
        () => `${experiment.displayName} is over; ${group.displayName} has ${KEPT[keep]}.`,
      );
    },
  });
