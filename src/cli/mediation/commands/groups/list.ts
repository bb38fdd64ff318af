import { Option } from 'commander';
import { AD_FORMATS, PLATFORMS } from '../../../../mediation/contract/enums.ts';
import { collect } from '../../../options.ts';
import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { enumOption } from '../../enum-option.ts';

interface Options {
  readonly name?: readonly string[];
  readonly state?: string;
  readonly platform?: string;
  readonly format?: string;
  readonly app?: string;
  readonly adUnit?: string;
  readonly source?: string;
  readonly region?: string;
  readonly archived?: boolean;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const isOneOf = (field: string, values: readonly (string | undefined)[] | undefined) =>
  values === undefined || values.includes(undefined)
    ? []
    : [`IN(${field}, ${values.map((value) => quoted(value ?? '')).join(', ')})`];
const has = (field: string, value: string | undefined) =>
  value === undefined ? [] : [`CONTAINS_ANY(${field}, ${quoted(value)})`];

/** The filter of the interface for the options, in which things have names. */
async function filterOf(session: MediationSession, options: Options): Promise<string | undefined> {
  const { adUnitId, pickApp } = await import('../../find/inventory.ts');
  const { pickSource } = await import('../../find/sources.ts');
  const inventory =
    options.app !== undefined || options.adUnit !== undefined ? await session.live.inventory() : undefined;
  const { app, adUnit, source } = options;
  const terms = [
    ...isOneOf('DISPLAY_NAME', options.name),
    ...isOneOf('STATE', [options.state?.toUpperCase()]),
    ...isOneOf('PLATFORM', [options.platform?.toUpperCase()]),
    ...isOneOf('FORMAT', [options.format?.toUpperCase()]),
    ...has('APP_IDS', inventory && app !== undefined ? pickApp(inventory.apps, app).appId : undefined),
    ...has('AD_UNIT_IDS', inventory && adUnit !== undefined ? adUnitId(inventory, adUnit) : undefined),
    ...has(
      'AD_SOURCE_IDS',
      source === undefined ? undefined : pickSource(await session.live.adSources(), source).adSourceId,
    ),
    ...has('TARGETED_REGION_CODES', options.region?.toUpperCase()),
  ];
  return terms.length > 0 ? terms.join(' AND ') : undefined;
}

/** The options that make a filter. Without them, what looks up their names is not loaded. */
const FILTERS = ['name', 'state', 'platform', 'format', 'app', 'adUnit', 'source', 'region'];

export const listGroups = () =>
  leaf<Options>({
    name: 'list',
    hasTable: true,
    description: 'List the mediation groups',
    examples: [
      'diptych mediation groups list',
      'diptych mediation groups list --app "Acme Racing" --state enabled',
      'diptych mediation groups list --source AppLovin --json',
    ],
    options: (command) =>
      command
        .option('--name <name>', 'only groups with this name; several are possible', collect)
        .addOption(
          new Option('--state <state>', 'only groups in this state').choices(['enabled', 'disabled']),
        )
        .addOption(enumOption('--platform <platform>', 'only of this platform', PLATFORMS))
        .addOption(enumOption('--format <format>', 'only of this ad format', AD_FORMATS))
        .option('--app <app>', 'only groups with an ad unit of this app: name or id')
        .option('--ad-unit <unit>', 'only groups with this ad unit: name or id')
        .option('--source <source>', 'only groups with a line of this ad source: title or id')
        .option('--region <code>', 'only groups that target this region')
        .option('--archived', 'archived groups too'),
    run: async (session, options) => {
      const isFiltered = Object.keys(options).some((name) => FILTERS.includes(name));
      const filter = isFiltered ? await filterOf(session, options) : undefined;
      const query = { ...(filter && { filter }), ...(options.archived && { showArchived: true }) };
      const groups = await session.live.groups(query);
      const { table } = await import('../../../table/table.ts');
      const { linesOf, stateOf, targetOf } = await import('../../text/group.ts');
      const rows = groups.map((group) => [
        group.mediationGroupId ?? '',
        group.displayName ?? '',
        stateOf(group),
        targetOf(group),
        String(group.targeting?.adUnitIds?.length ?? group.targeting?.adUnits?.length ?? 0),
        String(linesOf(group).length),
        group.mediationAbExperimentState === 'RUNNING' ? 'running' : '',
      ]);
      const headings = ['group', 'name', 'state', 'serves', 'units', 'lines', 'experiment'];
      print({ mediationGroups: groups }, options, () =>
        rows.length === 0
          ? 'No groups.'
          : table(headings, rows, { wide: options.wide, cut: ['name', 'serves'] }),
      );
    },
  });
