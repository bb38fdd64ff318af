import { allOf } from '../../../client/pages.ts';
import type { App } from '../../../mediation/contract/index.ts';
import { UsageError } from '../../cli-errors.ts';
import { EXIT, endWith } from '../../exit.ts';
import { print } from '../../output.ts';
import { leaf } from '../command.ts';
import type { MediationSession } from '../connection.ts';
import { pickApp } from '../find/inventory.ts';
import type { Target } from '../publish/publish.ts';

interface Options {
  readonly app?: string;
  readonly all?: boolean;
  readonly key?: string;
}

interface Targets {
  readonly targets: readonly Target[];
  /** Keys that were revoked. */
  readonly revoked: ReadonlySet<string>;
}

async function targetsOf(
  session: MediationSession,
  apps: readonly App[],
  wanted: string | undefined,
): Promise<Targets> {
  const targets: Target[] = [];
  const revoked = new Set<string>();
  for (const { name = '', appId = '' } of apps) {
    const keys = await allOf(
      session.api.items('accounts.apps.servingKeys.list', 'servingKeys', { on: name }),
    );
    for (const { key = '', revokeTime } of keys) {
      if (revokeTime !== undefined) revoked.add(key);
      else if (wanted === undefined || wanted === key) targets.push({ appId, key });
    }
  }
  return { targets, revoked };
}

const KEY = /^pk_[\w-]+$/;
const APP_ID = /^ca-app-pub-\d{16}~\d{10}$/;

async function found(session: MediationSession, { app, all = false, key }: Options): Promise<Targets> {
  if ((app === undefined) !== all) throw new UsageError('name one app with --app, or all of them with --all');
  if (key !== undefined && !KEY.test(key))
    throw new UsageError('--key takes a publishable key: pk_ and letters');
  // The address of the snapshot is public, so this needs no token.
  if (app !== undefined && key !== undefined && APP_ID.test(app))
    return { targets: [{ appId: app, key }], revoked: new Set() };
  const apps = await session.live.apps();
  return targetsOf(session, app === undefined ? apps : [pickApp(apps, app)], key);
}

export const publishSnapshots = () =>
  leaf<Options>({
    name: 'publish <folder>',
    description: 'Write the snapshots of apps to a folder for a CDN, with the paths and bytes of the server',
    examples: [
      'diptych mediation publish public --all',
      'diptych mediation publish public --app ca-app-pub-1234567890123456~0000000001 \\\n    --key pk_4fGh2Kd81LmQz7Xc90VbTn3R \\\n    --base-url https://ads.example',
    ],
    help: `Copy the folder serve to the root of the CDN. published.json lists its files
with the headers to send; it is for you, not for the CDN. Files of revoked keys
are removed. Exit status 1: the server has no snapshot for some key; the others
are written.`,
    options: (command) =>
      command
        .option('--app <app>', 'app: its id or its name')
        .option('--all', 'all apps of the account that have a key')
        .option('--key <key>', 'only this key; with --app and a full app id no token is needed'),
    run: async (session, options, folder = '') => {
      const { targets, revoked } = await found(session, options);
      if (targets.length === 0)
        throw new UsageError('no key was found; create one with diptych mediation keys create');
      const isGone = (path: string) => revoked.has(path.split('/')[2] ?? '');
      const { publish } = await import('../publish/publish.ts');
      const done = await publish(session.api.baseUrl, folder, targets, isGone);
      const { apps, changed, removed, refused } = done;
      const lines = [
        `apps: ${apps}, files written: ${changed.length}, removed: ${removed.length}`,
        ...refused.map(({ appId, key, reason }) => `not published: ${appId} with ${key}: ${reason}`),
      ];
      print(done, options, () => lines.join('\n'));
      if (refused.length > 0) endWith(EXIT.failed);
    },
  });
