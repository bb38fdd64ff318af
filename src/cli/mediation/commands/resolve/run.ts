import { ApiError } from '../../../../client/errors.ts';
import { isCountryInAnyCase } from '../../../../mediation/countries.ts';
import type { Explanation, ResolveRequest, Snapshot } from '../../../../resolve/index.ts';
import { UsageError } from '../../../cli-errors.ts';
import { print } from '../../../output.ts';
import { noSnapshot } from '../../client/no-snapshot.ts';
import type { MediationOptions, MediationSession } from '../../connection.ts';
import { adUnitId } from '../../find/inventory.ts';
import type { Names } from './names.ts';
import { keyOf, type SourceOptions, snapshotOf } from './source.ts';

export interface Options extends SourceOptions {
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

/** @throws UsageError */
function checkCountry({ country }: Options): void {
  if (country !== undefined && !isCountryInAnyCase(country))
    throw new UsageError('--country takes a country of ISO 3166-1: two letters, such as DE');
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
async function live(
  session: MediationSession,
  request: ResolveRequest,
  { app = '', key }: Options,
): Promise<Explanation> {
  const [known] = key === undefined ? await keyOf(session, app) : [key];
  const path = `/serve/v1/${encodeURIComponent(known)}/resolve`;
  const query = { ...request, explain: '1' };
  const { body } = await session.api
    .request<Explanation['resolution'] & { readonly steps: Explanation['steps'] }>({
      method: 'GET',
      path,
      query,
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      throw new UsageError(`the server cannot resolve: ${noSnapshot(404, '')}`);
    });
  const { steps, ...resolution } = body;
  return { resolution, steps };
}

async function explain(snapshot: Snapshot, request: ResolveRequest): Promise<Explanation> {
  const resolve = await import('../../../../resolve/index.ts');
  return resolve.explain(snapshot, request);
}

async function explained(
  session: MediationSession,
  options: Options,
): Promise<readonly [Explanation, Names]> {
  const { file, url, key, adUnit } = options;
  if (file !== undefined || url !== undefined || (key !== undefined && !options.live)) {
    const snapshot = await snapshotOf(session, options);
    const { NO_NAMES } = await import('./names.ts');
    return [await explain(snapshot, requestOf(unitIn(snapshot, adUnit), options)), NO_NAMES];
  }
  const inventory = await session.live.inventory();
  const unitId = adUnitId(inventory, adUnit);
  // An ad unit belongs to one app.
  const app = options.app ?? inventory.adUnits.find((unit) => unit.adUnitId === unitId)?.appId;
  if (app === undefined) throw new UsageError('name the app with --app, or a snapshot with --file');
  const request = requestOf(unitId, options);
  const answer = options.live
    ? await live(session, request, { ...options, app })
    : await explain(await snapshotOf(session, { ...options, app }), request);
  const { namesOf } = await import('./names.ts');
  return [answer, await namesOf(session)];
}

export async function run(session: MediationSession, options: Options & MediationOptions): Promise<void> {
  checkCountry(options);
  const [explanation, names] = await explained(session, options);
  const { explanationText } = await import('./explanation-text.ts');
  print(explanation, options, () => explanationText(explanation, names, options));
}
