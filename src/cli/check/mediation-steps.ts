import { randomUUID } from 'node:crypto';
import { reach } from '../../client/transport/node.ts';
import { UserError } from '../../conventions/user-error.ts';
import { callAdmin } from '../admin/client.ts';
import { type MediationApi, mediationAt } from '../mediation/client/client.ts';
import type { Bench } from './bench.ts';
import { Skipped, type Step } from './steps.ts';

/** A group that serves nothing, and is only validated. */
const newGroup = () => ({
  displayName: `diptych check ${randomUUID()}`,
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [] },
});

interface Account {
  readonly name: string;
  readonly api: MediationApi;
}

/** The first account, with a token for it that soon ends. */
async function accountOf({ connection, mediationUrl, tls }: Bench): Promise<Account> {
  const { publishers } = await callAdmin(connection, 'listPublishers', {});
  const [publisher] = publishers;
  if (!publisher) throw new Skipped('there is no publisher account');
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [publisher.id],
    scopes: ['monetization', 'readonly'],
    ttlSeconds: 300,
  });
  const api = mediationAt({ baseUrl: mediationUrl, token: () => accessToken, tls });
  return { name: `accounts/${publisher.id}`, api };
}

const validateGroup: Step<Bench>['run'] = async (bench) => {
  const { name, api } = await accountOf(bench);
  const body = newGroup();
  await api.call('accounts.mediationGroups.create', { on: name, body, validateOnly: true });
  for await (const { mediationGroups = [] } of api.pages('accounts.mediationGroups.list', { on: name }))
    if (mediationGroups.some(({ displayName }) => displayName === body.displayName))
      throw new UserError('a group was stored that was only to be validated');
  return `it would be valid in ${name}`;
};

async function snapshotAt({ mediationUrl, tls }: Bench, path: string): Promise<string> {
  const answer = await reach(mediationUrl + path, { tls });
  if (answer.ok && answer.json() !== undefined) return `${answer.bytes().length} bytes for an app`;
  throw new UserError(`the snapshot of an app is answered with HTTP ${answer.status}`);
}

const readSnapshot: Step<Bench>['run'] = async (bench) => {
  const { name: account, api } = await accountOf(bench);
  for await (const { apps = [] } of api.pages('accounts.apps.list', { on: account }))
    for (const { name = '', appId } of apps) {
      const { servingKeys = [] } = await api.call('accounts.apps.servingKeys.list', { on: name });
      const key = servingKeys.find(({ revokeTime }) => revokeTime === undefined)?.key;
      if (key !== undefined) return snapshotAt(bench, `/serve/v1/${key}/apps/${appId}.json`);
    }
  throw new Skipped(`no app of ${account} has a serving key`);
};

export const MEDIATION_STEPS: readonly Step<Bench>[] = [
  { name: 'validate a mediation group', run: validateGroup },
  { name: 'read a snapshot', run: readSnapshot },
];
