import { percentText } from '../../../../conventions/percent.ts';
import type { MediationAbExperiment, MediationGroup } from '../../../../mediation/contract/index.ts';
import { UsageError } from '../../../cli-errors.ts';
import { print } from '../../../output.ts';
import { table } from '../../../table/table.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { groupOf } from '../../find/groups.ts';
import { pick } from '../../find/pick.ts';
import { titlesOf } from '../../find/sources.ts';
import { day, experimentText, leaderOf } from './experiment-text.ts';

async function groupsOf(
  session: MediationSession,
  wanted: string | undefined,
): Promise<readonly MediationGroup[]> {
  if (wanted !== undefined) return [await groupOf(session, wanted)];
  const groups = await session.live.groups();
  return groups.filter(({ mediationAbExperimentState: state }) => state === 'RUNNING');
}

export const listExperiments = () =>
  leaf({
    name: 'list [group]',
    hasTable: true,
    description: 'List the running experiments, or all experiments of a group',
    examples: ['diptych mediation experiments list', 'diptych mediation experiments list Races'],
    run: async (session, options, wanted) => {
      const found: { readonly group: MediationGroup; readonly experiment: MediationAbExperiment }[] = [];
      for (const group of await groupsOf(session, wanted)) {
        const experiments = await session.live.experiments(group.name ?? '');
        const shown =
          wanted === undefined ? experiments.filter(({ state }) => state === 'RUNNING') : experiments;
        found.push(...shown.map((experiment) => ({ group, experiment })));
      }
      const rows = found.map(({ group, experiment }) => [
        experiment.displayName ?? '',
        group.displayName ?? '',
        (experiment.state ?? '').toLowerCase(),
        day(experiment.endTime),
        percentText(Number(experiment.treatmentTrafficPercentage) / 100),
        leaderOf(experiment).split(/[,:]/)[0] ?? '',
      ]);
      const answer = { mediationAbExperiments: found.map(({ experiment }) => experiment) };
      const headings = ['experiment', 'group', 'state', 'ends', 'share of b', 'leader'];
      print(answer, options, () =>
        rows.length === 0
          ? 'No experiments.'
          : table(headings, rows, { wide: options.wide, cut: ['experiment', 'group'] }),
      );
    },
  });

/** The named experiment of a group, else the latest. @throws UsageError */
export async function experimentOf(session: MediationSession, group: MediationGroup, wanted?: string) {
  const all = await session.live.experiments(group.name ?? '');
  const latest = all.toSorted((a, b) => (a.startTime ?? '').localeCompare(b.startTime ?? '')).at(-1);
  if (!latest) throw new UsageError(`${group.displayName} never had an experiment`);
  if (wanted === undefined) return latest;
  return pick(all, wanted, {
    what: 'experiment',
    ids: ({ experimentId, name }) => [experimentId, name],
    names: ({ displayName }) => [displayName],
    tell: ({ experimentId, displayName, startTime }) =>
      `${experimentId}  ${displayName} of ${day(startTime)}`,
  });
}

export const showExperiment = () =>
  leaf({
    name: 'show <group> [experiment]',
    hasTable: true,
    description:
      'Show the latest experiment of a group, or the named one: who leads, and the lines of both variants',
    examples: ['diptych mediation experiments show Races'],
    run: async (session, options, wanted = '', named) => {
      const { name = '' } = await experimentOf(session, await groupOf(session, wanted), named);
      const experiment = await session.api.call('accounts.mediationGroups.mediationAbExperiments.get', {
        on: name,
      });
      const titles = options.json ? new Map<string, string>() : titlesOf(await session.live.adSources());
      print(experiment, options, () => experimentText(experiment, titles, options));
    },
  });
