import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { query } from '../../support/database.ts';
import { type admob_v1beta, admobClient, auth } from '../../support/google-client.ts';
import { ACME, OTHER, useOAuthWorld } from '../../support/oauth-world.ts';
import { useConsent } from './support/consent.ts';
import { APPLOVIN, lineOf, newGroup, newMapping, PARENT, refusal } from './support/library.ts';
import { liveThrough } from './support/life-cycle.ts';

const world = useOAuthWorld();
const consented = useConsent(world);

let admob: admob_v1beta.Admob;
beforeAll(() => {
  admob = admobClient({ version: 'v1beta', rootUrl: `${world().url}/`, auth: consented().oauth });
});
afterEach(() => vi.useRealTimers());

/** The statuses of the panel's answers while `work` runs. */
async function answersTo(work: () => Promise<unknown>): Promise<readonly number[]> {
  const from = world().log.length;
  await work();
  const lines = world()
    .log.slice(from)
    .map((line) => JSON.parse(line) as { msg: string; status: number });
  return lines.filter(({ msg }) => msg.startsWith('mediation request')).map(({ status }) => status);
}

const stored = (table: string) => query(world().server.context.folder.database, `select * from ${table}`);

describe('the official Node client after one consent', () => {
  it('the Node client runs through the whole life cycle of a mediation group', async () => {
    await liveThrough(admob, 'Start screen');
    expect(consented().consents()).toBe(1);
  });

  it('the Node client refreshes its token automatically, twice, without a second consent', async () => {
    const { oauth, consents } = consented();
    const first = oauth.credentials.access_token;
    const tokens: (string | null | undefined)[] = [];
    oauth.on('tokens', ({ access_token }) => tokens.push(access_token));
    for (const hours of [2, 4]) {
      vi.useFakeTimers({ toFake: ['Date'] });
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      const { data } = await admob.accounts.list();
      expect(data.account?.map(({ publisherId }) => publisherId)).toContain(ACME);
    }
    expect(tokens).toHaveLength(2);
    expect(new Set([first, ...tokens]).size).toBe(3);
    expect(consents()).toBe(1);
  });

  it('the Node client reports which fields of a request are wrong', async () => {
    const { mediationGroups: groups } = admob.accounts;
    const missing = await refusal(
      groups.mediationAbExperiments.stop({
        name: `${PARENT}/mediationGroups/0000000000/mediationAbExperiments`,
        requestBody: { variantChoice: 'VARIANT_CHOICE_A' },
      }),
    );
    expect(missing).toMatchObject({ status: 404, message: 'Requested entity was not found.' });
    const unknown = await refusal(groups.create({ parent: PARENT, requestBody: { nope: 1 } as object }));
    expect(unknown.message).toContain(`Unknown name "nope" at 'mediation_group': Cannot find field.`);
    const fields = await refusal(groups.list({ parent: PARENT, fields: 'mediationGroups/nope' }));
    expect(fields).toMatchObject({ status: 400, message: 'Invalid field selection mediationGroups/nope' });
    const others = await refusal(groups.list({ parent: `accounts/${OTHER}` }));
    expect(others).toMatchObject({ status: 403, message: 'The caller does not have permission.' });
  });
});

/** A client with a refresh token and an access token whose time of expiry is unknown. */
function forgetful(accessToken: string) {
  const { oauth } = consented();
  const { _clientId, _clientSecret, endpoints } = oauth;
  const copy = new auth.OAuth2({
    client_id: _clientId ?? '',
    client_secret: _clientSecret ?? '',
    endpoints,
  });
  copy.setCredentials({
    access_token: accessToken,
    refresh_token: oauth.credentials.refresh_token ?? null,
  });
  return admobClient({ version: 'v1beta', rootUrl: `${world().url}/`, auth: copy }).accounts.mediationGroups;
}

describe('Writes that the Node client sends again after a token refresh', () => {
  const group = { displayName: 'Sent twice', targeting: { platform: 'ANDROID', format: 'BANNER' } };

  it('a write that is sent again with a new token, because the old one had expired, is done once', async () => {
    const groups = forgetful('ended');
    const before = stored('mediation_group').length;
    const statuses = await answersTo(() => groups.create({ parent: PARENT, requestBody: group }));
    expect(statuses).toEqual([401, 200]);
    expect(stored('mediation_group')).toHaveLength(before + 1);
  });

  it('a write that is sent again without permission changes nothing', async () => {
    const { token = '' } = await consented().oauth.getAccessToken();
    const groups = forgetful(token ?? '');
    const before = [stored('mediation_group'), stored('state_change')];
    const statuses = await answersTo(async () => {
      const error = await refusal(groups.create({ parent: `accounts/${OTHER}`, requestBody: group }));
      expect(error).toMatchObject({ status: 403 });
    });
    expect(statuses).toEqual([403, 403]);
    expect([stored('mediation_group'), stored('state_change')]).toEqual(before);
  });

  it('the Node client does not repeat a write after any other refusal', async () => {
    const statuses = await answersTo(() =>
      refusal(admob.accounts.mediationGroups.create({ parent: PARENT })),
    );
    expect(statuses).toEqual([400]);
  });
});

describe('Answers to the Node client', () => {
  it('answers to the Node client are compressed, because it sends both headers', async () => {
    const mapping = await newMapping(admob, 'Compressed');
    const group = await newGroup(admob, 'Compressed', mapping.name ?? '');
    const { data, headers } = await admob.accounts.mediationGroups.list({
      parent: PARENT,
      filter: 'IN(DISPLAY_NAME, "Compressed")',
    });
    expect((headers as unknown as Headers).get('content-encoding')).toBe('gzip');
    expect(lineOf(data.mediationGroups?.[0] ?? {}, APPLOVIN)).toEqual(lineOf(group, APPLOVIN));
  });
});

describe('A client without credentials', () => {
  it('a client without credentials gets an error that asks for a token', async () => {
    const anonymous = admobClient({ version: 'v1beta', rootUrl: `${world().url}/` });
    const error = await refusal(anonymous.accounts.list());
    expect(error.status).toBe(401);
    expect(error.message).toContain('missing required authentication credential');
  });
});
