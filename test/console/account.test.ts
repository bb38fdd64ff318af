import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { reasonOf } from './support/console-http.ts';
import { adOps } from './support/people.ts';

const world = useWorld();

const publisher = (id: string) => world().admin('createPublisher', { id, displayName: 'Acme Games' });

describe('The mediation console', () => {
  it('names the author of a change of an account by email', async () => {
    const id = 'pub-1000000000000001';
    await publisher(id);
    const page = await adOps(world(), 'bo', [id]);
    const made = await page.post(`/v1beta/accounts/${id}/apps`, {
      platform: 'ANDROID',
      manualAppInfo: { displayName: 'Racing' },
    });
    expect(made.status).toBe(200);
    const { status, body } = await page.get(`/changes?publisher=${id}`);
    expect(status).toBe(200);
    const apps = body.changes.filter(
      ({ method }: { method: string }) => method === 'admob.accounts.apps.create',
    );
    expect(apps).toMatchObject([{ resource: made.body.name, email: 'bo@example.com', after: made.body }]);
  });

  it('shows the changes of nobody else’s account', async () => {
    const [mine, other] = ['pub-1000000000000002', 'pub-1000000000000003'];
    await publisher(mine);
    await publisher(other);
    const page = await adOps(world(), 'cy', [mine]);
    const answer = await page.get(`/changes?publisher=${other}`);
    expect([answer.status, reasonOf(answer)]).toEqual([403, 'PUBLISHER_NOT_GRANTED']);
  });

  it('tells which ad source is the own network, and the version of the catalogue', async () => {
    const page = await adOps(world(), 'di', []);
    const { status, body } = await page.get('/catalogue');
    expect(status).toBe(200);
    expect(body).toEqual({
      ownNetwork: '5450213213286189855',
      version: expect.stringMatching(/./),
      loadTime: expect.stringMatching(/Z$/),
      problems: [],
    });
  });
});
