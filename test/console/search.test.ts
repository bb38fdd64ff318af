import { beforeAll, describe, expect, it } from 'vitest';
import { METHODS } from '../../src/mediation/contract/index.ts';
import { activePhone } from '../support/devices.ts';
import { mdl, newHolder } from '../support/records.ts';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES, type World } from '../support/world.ts';
import { type ConsolePage, consolePage, exchange, pageHeaders, reasonOf } from './support/console-http.ts';
import { adOps, signedIn } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });
const issuerAlone = useWorld({ settings: { ...WITH_CONSOLES, interfaces: ['issuer'] } });
const mediationAlone = useWorld({ settings: { ...WITH_CONSOLES, interfaces: ['mediation'] } });

const PUBLISHER = 'pub-1000000000000041';
const OTHER = 'pub-1000000000000042';
const GROUPS = `/v1beta/accounts/${PUBLISHER}/mediationGroups`;
const GROUP = {
  displayName: 'Main menu',
  state: 'ENABLED',
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [`ca-app-${PUBLISHER}/1111111111`] },
  mediationGroupLines: {
    '-1': {
      displayName: 'AppLovin',
      adSourceId: '1063618907739174004',
      cpmMode: 'MANUAL',
      cpmMicros: '420000',
      state: 'ENABLED',
    },
  },
};

async function operatorOf(of: World, name: string, publishers: readonly string[]): Promise<ConsolePage> {
  const page = await signedIn(of, name, 'viewer');
  if (publishers.length > 0) await of.admin('changeUserPublishers', { user: page.id, add: [...publishers] });
  return page;
}

describe('The mediation panel behind a session of the operators’ console', () => {
  let ida: ConsolePage;
  beforeAll(async () => {
    for (const id of [PUBLISHER, OTHER]) await world().admin('createPublisher', { id, displayName: 'Acme' });
    const made = await (await adOps(world(), 'bo', [PUBLISHER])).post(GROUPS, GROUP);
    expect(made.status).toBe(200);
    ida = await operatorOf(world(), 'ida', [PUBLISHER]);
  });

  const groupsOf = async (page: ConsolePage, publisher = PUBLISHER, headers = {}) => {
    const answer = await page.get(`/v1beta/accounts/${publisher}/mediationGroups`, headers);
    return [answer.status, reasonOf(answer)];
  };

  it('lists groups and their lines to a person with the publisher', async () => {
    const { status, body, headers } = await ida.get(GROUPS);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const [group] = body.mediationGroups;
    expect(group.displayName).toBe('Main menu');
    expect(Object.values<{ displayName: string }>(group.mediationGroupLines)[0]?.displayName).toBe(
      'AppLovin',
    );
  });

  it('lists nothing to a person without the publisher, whatever the role', async () => {
    expect(await groupsOf(ida, OTHER)).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
    expect(await groupsOf(await operatorOf(world(), 'vic', []))).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
    const eve = await signedIn(world(), 'eve', 'administrator');
    expect(await groupsOf(eve)).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
  });

  it('forgets a publisher in mid-session', async () => {
    const page = await signedIn(world(), 'max', 'viewer');
    await world().admin('changeUserPublishers', { user: page.id, add: [PUBLISHER] });
    expect(await groupsOf(page)).toEqual([200, undefined]);
    await world().admin('changeUserPublishers', { user: page.id, remove: [PUBLISHER] });
    expect(await groupsOf(page)).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
  });

  it('lists nothing to a person whose role was taken in mid-session', async () => {
    const page = await operatorOf(world(), 'mia', [PUBLISHER]);
    expect(await groupsOf(page)).toEqual([200, undefined]);
    await world().admin('setUserRole', { user: 'mia@example.com' });
    expect(await groupsOf(page)).toEqual([403, 'ROLE_MISSING']);
  });

  it('answers only pages of the console, with a session of their own', async () => {
    expect(await groupsOf(consolePage(ida.origin))).toEqual([401, 'SESSION_MISSING']);
    const refused = [403, 'NOT_FROM_CONSOLE'];
    expect(await groupsOf(ida, PUBLISHER, { 'x-diptych-console': undefined })).toEqual(refused);
    expect(await groupsOf(ida, PUBLISHER, { 'sec-fetch-site': 'same-site' })).toEqual(refused);
    expect(await groupsOf(ida, PUBLISHER, { origin: 'http://127.0.0.1:9' })).toEqual(refused);
    expect(await groupsOf(ida, PUBLISHER, { host: 'evil.example' })).toEqual([421, 'HOST_UNKNOWN']);
    const bare = await exchange(ida.origin, GROUPS, {
      headers: { ...pageHeaders(ida.origin), cookie: ida.cookie() },
    });
    expect(bare.status).toBe(404);
  });

  const others = Object.entries(METHODS).filter(([name]) => name !== 'accounts.mediationGroups.list');
  it.each(others)('does not have %s', async (_, { address }) => {
    const path = address.flatPath.replace('{accountsId}', PUBLISHER).replaceAll(/\{\w+\}/g, '1');
    const call = { method: address.httpMethod, ...(address.httpMethod !== 'GET' && { body: {} }) };
    const { status } = await ida.call(`/${path}`, call);
    // The address of the list knows no other method.
    expect(status).toBe(`/${path}` === GROUPS ? 405 : 404);
  });

  it('changes nothing by a method override', async () => {
    const as = (method: string) => ({ 'x-http-method-override': method });
    const group = { ...GROUP, displayName: 'Another' };
    expect((await ida.post(GROUPS, group, as('GET'))).status).toBe(405);
    expect((await ida.get(GROUPS, as('POST'))).body.mediationGroups).toHaveLength(1);
    expect((await ida.get(GROUPS)).body.mediationGroups).toHaveLength(1);
  });

  it('is not there if the interface is off', async () => {
    const page = await operatorOf(issuerAlone(), 'ida', []);
    expect((await page.get(GROUPS)).status).toBe(404);
  });
});

describe('The search for the start of an id, in the body of a request', () => {
  let page: ConsolePage;
  beforeAll(async () => {
    page = await signedIn(world(), 'ann', 'viewer');
  });

  it('finds holders, credentials, proofings and devices, a few of each', async () => {
    const { ids, holderId } = await activePhone(world());
    const starts = [
      [holderId, 'holders'],
      [ids.credentialId.slice(0, 4), 'credentials'],
      [ids.proofingId.slice(0, 4), 'proofings'],
      [ids.deviceReferenceId.slice(0, 4), 'devices'],
    ] as const;
    for (const [idPrefix, kind] of starts) {
      const { body } = await page.post('/ids:search', { idPrefix });
      expect(Object.keys(body).toSorted()).toEqual(['credentials', 'devices', 'holders', 'proofings']);
      expect(body[kind].map(({ id }: { id: string }) => id.startsWith(idPrefix))).toContain(true);
    }
    for (let count = 0; count < 5; count += 1) await newHolder(world());
    expect((await page.post('/ids:search', { idPrefix: 'holder-' })).body.holders).toHaveLength(4);
  });

  it('finds an id of digits alone', async () => {
    await world().admin('importHolders', {
      holders: [{ id: '100234', elements: mdl() }],
    });
    const { body } = await page.post('/ids:search', { idPrefix: '1002' });
    expect(body.holders[0].id).toBe('100234');
  });

  it.each([
    ['nothing', {}],
    ['an empty text', { idPrefix: '' }],
    ['a text that is too long', { idPrefix: 'x'.repeat(257) }],
    ['control characters', { idPrefix: 'a\u0000' }],
    ['a number', { idPrefix: 7 }],
    ['another member', { idPrefix: 'h-1', pageSize: 1000 }],
  ])('refuses %s', async (_, body) => {
    const answer = await page.post('/ids:search', body);
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'REQUEST_INVALID']);
  });

  it('needs a session with a role', async () => {
    const search = async (by: ConsolePage) => reasonOf(await by.post('/ids:search', { idPrefix: 'h-1' }));
    expect(await search(consolePage(page.origin))).toBe('SESSION_MISSING');
    const stranger = await exchange(page.origin, '/console/api/ids:search', {
      method: 'POST',
      body: { idPrefix: 'h-1' },
      headers: { ...pageHeaders(page.origin), cookie: page.cookie(), 'sec-fetch-site': 'cross-site' },
    });
    expect([stranger.status, reasonOf(stranger)]).toEqual([403, 'NOT_FROM_CONSOLE']);
    const without = await signedIn(world(), 'ned', 'viewer');
    expect(await search(without)).toBeUndefined();
    await world().admin('setUserRole', { user: without.id });
    expect(await search(without)).toBe('ROLE_MISSING');
  });

  it('finds nothing of the issuer if that interface is off', async () => {
    const operator = await signedIn(mediationAlone(), 'ann', 'viewer');
    const { status, body } = await operator.post('/ids:search', { idPrefix: 'h-1' });
    expect([status, body]).toEqual([200, {}]);
  });
});
