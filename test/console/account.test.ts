import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { WITH_CONSOLES } from '../support/world.ts';
import { reasonOf } from './support/console-http.ts';
import { adOps } from './support/people.ts';

const world = useWorld({ settings: WITH_CONSOLES });

const publisher = (id: string) => world().admin('createPublisher', { id, displayName: 'Acme Games' });

describe('The mediation console', () => {
  it('the mediation console names the author of a change by email', async () => {
    const id = 'pub-1000000000000001';
    await publisher(id);
    const page = await adOps(world(), 'bo', [id]);
    const made = await page.post(`/v1beta/accounts/${id}/apps`, {
      platform: 'ANDROID',
      manualAppInfo: { displayName: 'Racing' },
    });
    expect(made.status).toBe(200);
    const { status, body } = await page.post('/changes:search', { publisher: id });
    expect(status).toBe(200);
    const apps = body.changes.filter(
      ({ method }: { method: string }) => method === 'admob.accounts.apps.create',
    );
    expect(apps).toMatchObject([{ resource: made.body.name, email: 'bo@example.com', after: made.body }]);
  });

  it('the mediation console filters changes by author, method and time', async () => {
    const id = 'pub-1000000000000004';
    await publisher(id);
    const [eve, fay] = [await adOps(world(), 'eve', [id]), await adOps(world(), 'fay', [id])];
    const body = { platform: 'ANDROID', manualAppInfo: { displayName: 'Racing' } };
    const app = await eve.post(`/v1beta/accounts/${id}/apps`, body);
    const unit = { appId: app.body.appId, displayName: 'Start', adFormat: 'BANNER' };
    await fay.post(`/v1beta/accounts/${id}/adUnits`, unit);
    const found = async (filter: Readonly<Record<string, string>>) => {
      const answer = await eve.post('/changes:search', { publisher: id, ...filter });
      return answer.body.changes.map(({ method }: { method: string }) => method);
    };
    const [ofEve, ofFay] = ['admob.accounts.apps.create', 'admob.accounts.adUnits.create'];
    expect(await found({})).toEqual([ofFay, ofEve, 'createPublisher']);
    expect(await found({ subject: 'eve@example.com' })).toEqual([ofEve]);
    expect(await found({ subject: 'nobody@example.com' })).toEqual([]);
    expect(await found({ method: ofFay })).toEqual([ofFay]);
    expect(await found({ method: ofFay, subject: 'eve@example.com' })).toEqual([]);
    const { body: all } = await eve.post('/changes:search', { publisher: id });
    const [{ time: last }, { time: first, subject }] = all.changes;
    expect(await found({ subject })).toEqual([ofEve]);
    expect(await found({ startTime: last })).toContain(ofFay);
    expect(await found({ endTime: first })).not.toContain(ofFay);
    expect(await found({ endTime: '2001-01-01T00:00:00Z' })).toEqual([]);
  });

  it('the list of groups names the last change of each group', async () => {
    const id = 'pub-1000000000000005';
    await publisher(id);
    const page = await adOps(world(), 'gil', [id]);
    const create = async (displayName: string) => {
      const targeting = { platform: 'ANDROID', format: 'BANNER' };
      const { body } = await page.post(`/v1beta/accounts/${id}/mediationGroups`, { displayName, targeting });
      return body;
    };
    const [first, second] = [await create('First'), await create('Second')];
    const groups = `${first.mediationGroupId},${second.mediationGroupId},7`;
    const { status, body } = await page.get(`/lastChanges?publisher=${id}&groups=${groups}`);
    expect(status).toBe(200);
    const method = 'admob.accounts.mediationGroups.create';
    expect(body.changes).toEqual(
      [first, second].map(({ name: resource }) =>
        expect.objectContaining({ resource, method, email: 'gil@example.com' }),
      ),
    );
    expect(body.changes[0]).not.toHaveProperty('after');
    const other = await adOps(world(), 'hal', []);
    const foreign = await other.get(`/lastChanges?publisher=${id}&groups=${groups}`);
    expect([foreign.status, reasonOf(foreign)]).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
  });

  it('the mediation console shows no changes of another account', async () => {
    const [mine, other] = ['pub-1000000000000002', 'pub-1000000000000003'];
    await publisher(mine);
    await publisher(other);
    const page = await adOps(world(), 'cy', [mine]);
    const answer = await page.post('/changes:search', { publisher: other });
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
  });

  it('the metrics count the requests of the console for changes and for the catalogue', async () => {
    const page = await adOps(world(), 'ivy', []);
    await page.get('/catalogue');
    await page.post('/changes:search', { publisher: 'pub-1000000000000009' });
    const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    expect(metrics).toContain('endpoint="/console/api/catalogue",outcome="ok"');
    expect(metrics).toContain('endpoint="/console/api/changes::search",outcome="PUBLISHER_NOT_GRANTED"');
  });

  it('the mediation console names the publishers of the signed-in user and no others', async () => {
    const [own, other] = ['pub-1000000000000007', 'pub-1000000000000008'];
    await publisher(own);
    await publisher(other);
    const page = await adOps(world(), 'fin', [own]);
    const { status, body } = await page.get('/publishers');
    expect(status).toBe(200);
    expect(body).toEqual({ publishers: [{ id: own, displayName: 'Acme Games' }] });
  });

  it('the catalogue in the console marks the own network of the service, has a version, and says how many full days an experiment needs', async () => {
    const page = await adOps(world(), 'di', []);
    const { status, body } = await page.get('/catalogue');
    expect(status).toBe(200);
    expect(body).toEqual({
      ownNetwork: '5450213213286189855',
      version: expect.stringMatching(/./),
      loadTime: expect.stringMatching(/Z$/),
      problems: [],
      minimumFullDays: 4,
      adSources: expect.any(Array),
    });
  });

  it('the catalogue in the console has the ad sources and adapters that the mediation interface lists', async () => {
    const account = 'pub-1000000000000010';
    await publisher(account);
    const page = await adOps(world(), 'eli', [account]);
    const all = async (path: string, list: string) =>
      (await page.get(`${path}?pageSize=1000`)).body[list] ?? [];
    const sources = [];
    for (const { name, ...source } of await all(`/v1beta/accounts/${account}/adSources`, 'adSources')) {
      const adapters = await all(`/v1beta/${name}/adapters`, 'adapters');
      sources.push({
        ...source,
        adapters: adapters.map(({ name: _, ...adapter }: { name: string }) => adapter),
      });
    }
    const { body } = await page.get('/catalogue');
    expect(body.adSources).toEqual(sources);
    expect(sources.some(({ adapters }) => adapters.length > 1)).toBe(true);
  });
});
