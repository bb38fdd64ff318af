import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSnapshot, type ResolveRequest, resolve } from '../../../src/resolve/index.ts';
import { checkError } from '../http/support/envelope.ts';
import { EXPERIMENT, GROUP, INMOBI, newGroup, useHttpWorld } from '../http/support/world.ts';
import { servedApp } from './support/app.ts';

const world = useHttpWorld({ 'mediation.serving.countryHeader': 'CF-IPCountry' });

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

/** An app whose ad unit has a group for two countries besides the one for all, and an experiment. */
async function appWithCountries() {
  const app = await servedApp(world());
  const line = { displayName: 'Line', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' };
  const { group } = await newGroup(world(), {
    targeting: { ...GROUP.targeting, adUnitIds: [app.adUnitId], targetedRegionCodes: ['DE', 'AT'] },
    mediationGroupLines: { '-1': line },
  });
  await world().done('POST', `${app.group.path}/mediationAbExperiments`, { body: EXPERIMENT });
  world().advance(1000);
  return { ...app, german: group.mediationGroupId as string };
}

describe('GET /serve/v1/{key}/resolve', () => {
  it('it answers the group, the lines in order, when to ask again and the hash of the snapshot', async () => {
    const app = await servedApp(world());
    const { status, headers, body } = await get(app.resolveUrl());
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(headers.get('vary')).toBeNull();
    expect(body).toMatchObject({
      mediationGroupId: app.group.group.mediationGroupId,
      bidding: [{ adSourceId: INMOBI }],
      waterfall: [{ kind: 'NETWORK' }],
      refreshSeconds: 3600,
      snapshot: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const etag = (await fetch(app.snapshotUrl)).headers.get('etag');
    expect(etag).toBe(`"sha256-${body.snapshot}"`);
  });

  it('for any request it answers what the function answers from the snapshot', async () => {
    const app = await appWithCountries();
    const parsed = parseSnapshot(await (await fetch(app.snapshotUrl)).text());
    if (parsed.status !== 'OK') throw new Error(JSON.stringify(parsed));
    const { snapshot } = parsed;
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const request: fc.Arbitrary<ResolveRequest> = fc.record(
      {
        adUnitId: fc.constantFrom(app.adUnitId, 'ca-app-pub-1111111111111111/9999999999'),
        platform: maybe(fc.constantFrom('ANDROID', 'IOS')),
        country: maybe(fc.constantFrom('DE', 'at', 'FR', 'XK')),
        idfa: maybe(fc.constantFrom('AVAILABLE', 'NOT_AVAILABLE')),
        unit: maybe(fc.oneof(fc.uuid(), fc.constantFrom('ä&=%#+ /?', '😀'))),
      },
      { requiredKeys: ['adUnitId'] },
    ) as fc.Arbitrary<ResolveRequest>;
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const sent = Object.entries(asked).filter(([, value]) => value !== undefined);
        const { body } = await get(`${app.at}/resolve?${new URLSearchParams(sent)}`);
        const { snapshot: _, ...answer } = body;
        expect(answer).toEqual(JSON.parse(JSON.stringify(resolve(snapshot, asked))));
      }),
      { numRuns: 60 },
    );
  });

  it('the country is that of the parameter, otherwise that of the proxy, otherwise unknown', async () => {
    const app = await appWithCountries();
    const group = async (query: Readonly<Record<string, string>>, header?: string) =>
      (await get(app.resolveUrl(query), header === undefined ? {} : { 'cf-ipcountry': header })).body
        .mediationGroupId === app.german;
    expect(await group({}, 'DE')).toBe(true);
    expect(await group({ country: 'FR' }, 'DE')).toBe(false);
    expect(await group({ country: 'at' })).toBe(true);
    for (const unknown of [undefined, '', 'T1', 'XX', 'Germany', '<script>']) {
      expect(await group({}, unknown)).toBe(false);
    }
  });

  it('malformed parameters are refused all at once, and unknown ones are ignored', async () => {
    const app = await servedApp(world());
    const query = new URLSearchParams({ adUnitId: '../x', platform: 'WINDOWS', country: 'Germany' });
    for (const [name, value] of [
      ['idfa', 'yes'],
      ['unit', 'x'.repeat(129)],
      ['explain', 'why'],
      ['country', 'DE'],
    ] as const)
      query.append(name, value);
    const { status, text } = await get(`${app.at}/resolve?${query}`);
    expect(status).toBe(400);
    const { details } = checkError(400, text);
    const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(['adUnitId', 'country', 'explain', 'idfa', 'platform', 'unit']);
    expect((await get(`${app.at}/resolve`)).status).toBe(400);
    for (const country of ['ZZ', 'QQ', 'EU', '419', 'ß']) {
      const refused = checkError(400, (await get(app.resolveUrl({ country }))).text);
      const violations = refused.details.flatMap(({ fieldViolations = [] }) => fieldViolations);
      expect(violations.map(({ field }) => field)).toEqual(['country']);
    }
    expect((await get(app.resolveUrl({ osVersion: '17', consent: 'LIMITED', later: '1' }))).status).toBe(200);
  });

  it('an explanation needs an access token that may read the publisher', async () => {
    const app = await appWithCountries();
    const url = app.resolveUrl({ explain: '1' });
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const { status, headers } = await get(url);
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer realm=/)]);
    expect((await get(url, bearer(world().token.other))).status).toBe(403);
    const { body, headers: sent } = await get(url, bearer(world().token.read));
    expect(sent.get('cache-control')).toBe('private, no-store');
    expect(body.steps).toContainEqual(
      expect.objectContaining({ about: 'GROUP', id: app.german, text: expect.stringContaining('country') }),
    );
  });
});
