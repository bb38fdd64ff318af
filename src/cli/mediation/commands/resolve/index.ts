import { Option } from 'commander';
import { type Explanation, explain, type ResolveRequest, type Snapshot } from '../../../../resolve/index.ts';
import { UsageError } from '../../../failures.ts';
import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import type { Desk } from '../../connection.ts';
import { adUnitId, inventoryOf } from '../../find/inventory.ts';
import { type Names, NO_NAMES, namesOf } from './names.ts';
import { keyOf, type SourceOptions, snapshotOf } from './source.ts';
import { explanationText } from './told.ts';

interface Options extends SourceOptions {
  readonly adUnit: string;
  readonly country?: string;
  readonly platform?: string;
  readonly idfa?: 'with' | 'without';
  readonly unit?: string;
  readonly live?: boolean;
}

/** Without the interface only ids are known: those of the snapshot, whole or their last part. */
function unitIn({ adUnits }: Snapshot, wanted: string): string {
  const ids = Object.keys(adUnits);
  return ids.find((id) => id === wanted || id.endsWith(`/${wanted}`)) ?? wanted;
}

function requestOf(unitId: string, { country, platform, idfa, unit }: Options): ResolveRequest {
  return {
    adUnitId: unitId,
    ...(country !== undefined && { country: country.toUpperCase() }),
    ...(platform !== undefined && { platform: platform.toUpperCase() as 'ANDROID' | 'IOS' }),
    ...(idfa !== undefined && { idfa: idfa === 'with' ? 'AVAILABLE' : 'NOT_AVAILABLE' }),
    ...(unit !== undefined && { unit }),
  };
}

/** Asks the server, which explains only to who may read the account. */
async function live(desk: Desk, request: ResolveRequest, { app = '', key }: Options): Promise<Explanation> {
  const [known] = key === undefined ? await keyOf(desk, app) : [key];
  const path = `serve/v1/${encodeURIComponent(known)}/resolve`;
  const { steps, ...resolution } = await desk.api.send<
    Explanation['resolution'] & { readonly steps: Explanation['steps'] }
  >({ method: 'GET', path, query: { ...request, explain: '1' } });
  return { resolution, steps };
}

async function explained(desk: Desk, options: Options): Promise<readonly [Explanation, Names]> {
  const { file, url, key, adUnit } = options;
  if (file !== undefined || url !== undefined || (key !== undefined && !options.live)) {
    const snapshot = await snapshotOf(desk, options);
    return [explain(snapshot, requestOf(unitIn(snapshot, adUnit), options)), NO_NAMES];
  }
  if (options.app === undefined) throw new UsageError('name the app with --app, or a snapshot with --file');
  const request = requestOf(adUnitId(await inventoryOf(desk), adUnit), options);
  const answer = options.live
    ? await live(desk, request, options)
    : explain(await snapshotOf(desk, options), request);
  return [answer, await namesOf(desk)];
}

const HELP = `Reads the snapshot that the app gets, and decides as the app does: which group applies, which variant of its experiment,
and in which order its lines are tried. --live lets the server decide. What the options leave out is unknown, and a group
that asks for it does not apply.`;

export const resolve = () =>
  leaf<Options>({
    name: 'resolve',
    description: 'Explain which group and which lines serve an ad request, and why',
    help: HELP,
    examples: [
      'diptych mediation resolve --app "Acme Racing" --ad-unit "Before the race" --country DE',
      'diptych mediation resolve --file snapshot.json --ad-unit 1111111111 --country AT --unit 9f1c2f3e',
    ],
    options: (command) =>
      command
        .requiredOption('--ad-unit <unit>', 'ad unit: name or id; of a file the id')
        .option('--app <app>', 'app: name or id; with --key the full id')
        .option('--country <code>', 'country of the user, such as DE')
        .addOption(new Option('--platform <platform>', 'platform of the app').choices(['android', 'ios']))
        .addOption(
          new Option('--idfa <which>', 'whether the request has the IDFA').choices(['with', 'without']),
        )
        .option('--unit <id>', 'id of the installation, which decides on the variant of an experiment')
        .option('--file <file>', 'snapshot to read, without any server')
        .option('--url <url>', 'address of a snapshot, such as that of a CDN')
        .option('--key <key>', 'publishable key of the app; else one that the server has')
        .option('--live', 'ask the server to resolve'),
    run: async (desk, options) => {
      const [explanation, names] = await explained(desk, options);
      print(explanation, options, () => explanationText(explanation, names));
    },
  });
