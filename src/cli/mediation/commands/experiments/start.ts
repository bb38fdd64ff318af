import { Option } from 'commander';
import { TREATMENT_PERCENTAGES } from '../../../../mediation/contract/enums.ts';
import type { MediationGroup, MediationGroupLine } from '../../../../mediation/contract/index.ts';
import { UsageError } from '../../../cli-errors.ts';
import { collect } from '../../../options.ts';
import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { groupOf, lineOf } from '../../find/groups.ts';
import { lineMappings } from '../../find/mappings.ts';
import { pickSource, titlesOf } from '../../find/sources.ts';
import { linesOf } from '../../text/group.ts';
import { cpmOf } from '../groups/lines.ts';
import { experimentText } from './experiment-text.ts';

interface Options {
  readonly percent: string;
  readonly name?: string;
  readonly cpm?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

function split(text: string, option: string): readonly [name: string, cpm: string] {
  const at = text.lastIndexOf('=');
  if (at < 1)
    throw new UsageError(`${option} takes a name and a price, such as AppLovin=3.10 or AppLovin=live`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A line of the group as a new line of variant B. */
function copied({ displayName, adSourceId, cpmMode, cpmMicros, adUnitMappings }: MediationGroupLine) {
  return {
    ...(displayName !== undefined && { displayName }),
    ...(adSourceId !== undefined && { adSourceId }),
    ...(cpmMode === 'MANUAL' ? { cpmMode, cpmMicros: cpmMicros ?? '' } : ({ cpmMode: 'LIVE' } as const)),
    ...(adUnitMappings && { adUnitMappings }),
    state: 'ENABLED' as const,
  } satisfies MediationGroupLine;
}

/** The lines of variant B: those of the group that serve, with the changes. */
async function treatment(
  session: MediationSession,
  group: MediationGroup,
  options: Options,
): Promise<MediationGroupLine[]> {
  const { cpm = [], add = [], remove = [], json } = options;
  if (cpm.length + add.length + remove.length === 0)
    throw new UsageError('say what B does differently: --cpm, --add or --remove');
  const prices = new Map(
    cpm.map((text) => {
      const [name, price] = split(text, '--cpm');
      return [lineOf(group, name).id, cpmOf(price, '--cpm')];
    }),
  );
  const removed = remove.map((name) => lineOf(group, name).id);
  const lines: MediationGroupLine[] = linesOf(group)
    .filter(({ id, state }) => state === 'ENABLED' && !removed.includes(id))
    .map((line) => copied({ ...line, ...prices.get(line.id) }));
  const sources = add.length > 0 ? await session.live.adSources() : [];
  for (const text of add) {
    const [name, price] = split(text, '--add');
    const source = pickSource(sources, name);
    const adUnitMappings = await lineMappings(session, { group, source, json });
    const { title: displayName = '', adSourceId = '' } = source;
    lines.push({ displayName, adSourceId, ...cpmOf(price, '--add'), adUnitMappings, state: 'ENABLED' });
  }
  return lines;
}

const HELP = `Variant A is the group as it is. Variant B has the same lines, with the changes
of --cpm, --add and --remove. 1% is the safest, 50% gives a result
soonest.`;

export const startExperiment = () =>
  leaf<Options>({
    name: 'start <group>',
    description: 'Start an A/B experiment: try other prices or lines for a part of the users',
    help: HELP,
    examples: [
      'diptych mediation experiments start Races --percent 50 --cpm AppLovin=3.10',
      'diptych mediation experiments start Races --percent 10 \\\n    --add "InMobi Exchange (bidding)=live" --remove AppLovin',
    ],
    options: (command) =>
      command
        .addOption(
          new Option('--percent <share>', 'share of the users for B')
            .choices(TREATMENT_PERCENTAGES)
            .makeOptionMandatory(),
        )
        .option('--name <text>', 'name of the experiment; by default the changes')
        .option('--cpm <line=amount>', 'price of a line in B, such as AppLovin=3.10; several', collect)
        .option('--add <source=amount>', 'line that only B has; several are possible', collect)
        .option('--remove <line>', 'line that B does not have; several are possible', collect)
        .option('--dry-run', 'show the result without starting anything'),
    run: async (session, options, wanted = '') => {
      const group = await groupOf(session, wanted);
      const lines = await treatment(session, group, options);
      const { cpm = [], add = [], remove = [] } = options;
      const changes = [...cpm, ...add.map((text) => `+${text}`), ...remove.map((text) => `-${text}`)];
      const experiment = await session.api.call('accounts.mediationGroups.mediationAbExperiments.create', {
        on: group.name ?? '',
        validateOnly: options.dryRun,
        body: {
          displayName: options.name ?? changes.join(' '),
          treatmentTrafficPercentage: options.percent,
          treatmentMediationLines: lines.map((mediationGroupLine) => ({ mediationGroupLine })),
        },
      });
      const titles = options.json ? new Map<string, string>() : titlesOf(await session.live.adSources());
      const head = options.dryRun ? 'Dry run: nothing was started. The experiment would be:\n\n' : '';
      print(experiment, options, () => `${head}${experimentText(experiment, titles)}`);
    },
  });
