import { ApiError } from '../../../../client/errors.ts';
import { allOf } from '../../../../client/pages.ts';
import { reach } from '../../../../client/transport/node.ts';
import type { Snapshot } from '../../../../resolve/index.ts';
import { readText } from '../../../bounded-file.ts';
import { UsageError } from '../../../cli-errors.ts';
import { noSnapshot } from '../../client/no-snapshot.ts';
import { baseUrlOf, type MediationOptions, type MediationSession } from '../../connection.ts';
import { pickApp } from '../../find/inventory.ts';

export interface SourceOptions extends MediationOptions {
  readonly file?: string;
  readonly url?: string;
  readonly key?: string;
  readonly app?: string;
}

async function parsed(text: string, from: string): Promise<Snapshot> {
  const { parseSnapshot } = await import('../../../../resolve/index.ts');
  const found = parseSnapshot(text);
  if (found.status === 'OK') return found.snapshot;
  throw new UsageError(
    found.status === 'MALFORMED'
      ? `${from} is no snapshot: ${found.problem}`
      : `${from} has schema version ${found.schemaVersion}, which this version does not know; update diptych`,
  );
}

async function fromUrl(url: string): Promise<Snapshot> {
  const response = await reach(url);
  const text = await response.text();
  if (response.ok) return parsed(text, url);
  if (response.status === 404) throw new UsageError(`${url} has no snapshot: ${noSnapshot(404, text)}`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new UsageError(`${url} answers with status ${response.status}`);
  }
  throw new ApiError(response.status, body);
}

/** A key of the app that is not revoked, and the full id of the app. The server must have them. */
export async function keyOf(
  session: MediationSession,
  wanted: string,
): Promise<readonly [key: string, appId: string]> {
  const { name = '', appId = '' } = pickApp(await session.live.apps(), wanted);
  const keys = await allOf(session.api.items('accounts.apps.servingKeys.list', 'servingKeys', { on: name }));
  const { key } = keys.find(({ revokeTime }) => revokeTime === undefined) ?? {};
  if (key !== undefined) return [key, appId];
  throw new UsageError(`the app has no key; create one: diptych mediation keys create --app ${appId}`);
}

/** The snapshot of the file, of the URL, of the key, or of a key of the app that the server knows. */
export async function snapshotOf(session: MediationSession, options: SourceOptions): Promise<Snapshot> {
  const { file, url, app } = options;
  if (file !== undefined) return parsed(readText(file), file);
  if (url !== undefined) return fromUrl(url);
  if (app === undefined) throw new UsageError('name the app with --app, or a snapshot with --file or --url');
  const isId = /^ca-app-pub-\d+~\d+$/.test(app);
  if (options.key !== undefined && !isId)
    throw new UsageError('--key needs the full id of the app: --app ca-app-pub-…~…');
  const [key, appId] = options.key === undefined ? await keyOf(session, app) : [options.key, app];
  return fromUrl(`${baseUrlOf(options)}/serve/v1/${encodeURIComponent(key)}/apps/${appId}.json`);
}
