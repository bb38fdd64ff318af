import { Option } from 'commander';
import type { MediationGroup, MediationGroupLine } from '../../../../mediation/contract/index.ts';
import { confirmed, YES } from '../../../admin/confirm.ts';
import { UsageError } from '../../../cli-errors.ts';
import { collect } from '../../../options.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { groupOf, lineOf } from '../../find/groups.ts';
import { lineMappings } from '../../find/mappings.ts';
import { pickSource } from '../../find/sources.ts';
import { microsOf } from '../../text/money.ts';
import { DRY_RUN, patchGroup } from './patch.ts';
import { printGroup } from './print-group.ts';

interface Options {
  readonly cpm?: string;
  readonly name?: string;
  readonly state?: string;
  readonly mapping?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The price of a line from `2.50` or `live`. @throws UsageError */
export const cpmOf = (text: string, option: string) =>
  text.toLowerCase() === 'live'
    ? ({ cpmMode: 'LIVE' } as const)
    : ({ cpmMode: 'MANUAL', cpmMicros: microsOf(text, option) } as const);

const STATES = ['enabled', 'disabled'] as const;
const stateOf = (state: string) => (state === 'enabled' ? 'ENABLED' : 'DISABLED');

const CPM = ['--cpm <amount>', 'price of 1000 impressions in US dollars, such as 2.50, or live'] as const;
const NAME = ['--name <text>', 'name of the line'] as const;
const STATE = () => new Option('--state <state>', 'whether the line serves').choices(STATES);
const MAPPING = [
  '--mapping <unit=mapping>',
  'mapping for an ad unit, by name or id; without the unit if there is one only',
  collect,
] as const;

async function sourceOf(session: MediationSession, wanted: string) {
  return pickSource(await session.live.adSources(), wanted);
}

async function addedLine(
  session: MediationSession,
  group: MediationGroup,
  wanted: string,
  options: Options,
): Promise<MediationGroupLine> {
  const source = await sourceOf(session, wanted);
  const { cpm = 'live', name, state = 'enabled', mapping: given, json } = options;
  const price = cpmOf(cpm, '--cpm');
  const adUnitMappings = await lineMappings(session, { group, source, given, json });
  return {
    displayName: name ?? source.title ?? '',
    adSourceId: source.adSourceId ?? '',
    ...price,
    state: stateOf(state),
    ...(Object.keys(adUnitMappings).length > 0 && { adUnitMappings }),
  };
}

export const addLine = () =>
  leaf<Options>({
    name: 'add-line <group> <source>',
    description: 'Add a line of an ad source; the group by name or id, the source by title or id',
    help: 'Each ad unit gets the mapping that the ad source has for it, if there is only\none. Without --cpm the price is live.',
    examples: [
      'diptych mediation groups add-line Races AppLovin --cpm 2.50',
      'diptych mediation groups add-line Races AppLovin --cpm 6 \\\n    --name "AppLovin, high" --mapping "high floor"',
    ],
    options: (command) =>
      command
        .option(...CPM)
        .option(...NAME)
        .addOption(STATE())
        .option(...MAPPING)
        .option(...DRY_RUN),
    run: async (session, options, wanted = '', source = '') => {
      const group = await groupOf(session, wanted);
      const line = await addedLine(session, group, source, options);
      const change = {
        updateMask: ['mediationGroupLines["-1"]'],
        body: { mediationGroupLines: { '-1': line } },
      };
      await printGroup(session, await patchGroup(session, group, change, options), options);
    },
  });

/** The members of a line that the options change. */
async function lineChange(
  session: MediationSession,
  group: MediationGroup,
  line: MediationGroupLine,
  options: Options,
) {
  const { cpm, name, state, mapping, json } = options;
  const members: MediationGroupLine = {
    ...(cpm !== undefined && cpmOf(cpm, '--cpm')),
    ...(name !== undefined && { displayName: name }),
    ...(state !== undefined && { state: stateOf(state) }),
  };
  const adUnitMappings =
    mapping === undefined
      ? {}
      : await lineMappings(session, {
          group,
          source: await sourceOf(session, line.adSourceId ?? ''),
          given: mapping,
          json,
        });
  const place = `mediationGroupLines["${line.id}"]`;
  const updateMask = [
    ...Object.keys(members).map((member) => `${place}.${member}`),
    ...Object.keys(adUnitMappings).map((unit) => `${place}.adUnitMappings["${unit}"]`),
  ];
  if (updateMask.length === 0) throw new UsageError('name at least one change; --help lists the options');
  const changed = { ...members, ...(mapping !== undefined && { adUnitMappings }) };
  return { updateMask, body: { mediationGroupLines: { [line.id ?? '']: changed } } };
}

export const setLine = () =>
  leaf<Options>({
    name: 'set-line <group> <line>',
    description: 'Change the price, name, state or mappings of a line; the line by name or id',
    examples: [
      'diptych mediation groups set-line Races AppLovin --cpm 3.10',
      'diptych mediation groups set-line Races AppLovin --state disabled',
    ],
    options: (command) =>
      command
        .option(...CPM)
        .option(...NAME)
        .addOption(STATE())
        .option(...MAPPING)
        .option(...DRY_RUN),
    run: async (session, options, wanted = '', named = '') => {
      const group = await groupOf(session, wanted);
      const change = await lineChange(session, group, lineOf(group, named), options);
      await printGroup(session, await patchGroup(session, group, change, options), options);
    },
  });

export const removeLine = () =>
  leaf<Options>({
    name: 'remove-line <group> <line>',
    description: 'Remove a line for good; to pause it, use set-line --state disabled',
    examples: ['diptych mediation groups remove-line Races "AppLovin, high" --yes'],
    options: (command) => command.option(...YES).option(...DRY_RUN),
    run: async (session, options, wanted = '', named = '') => {
      const group = await groupOf(session, wanted);
      const { id = '', displayName } = lineOf(group, named);
      const what = `Remove the line ${displayName} (${id}) from ${group.displayName}`;
      if (!options.dryRun) await confirmed(() => what, options);
      const change = {
        updateMask: [`mediationGroupLines["${id}"].state`],
        body: { mediationGroupLines: { [id]: { state: 'REMOVED' as const } } },
      };
      await printGroup(session, await patchGroup(session, group, change, options), options);
    },
  });
