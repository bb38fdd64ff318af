import { afterEach, describe, expect, it } from 'vitest';
import { useOAuthWorld } from '../support/oauth-world.ts';

/** The address that the proxy reports. */
const FROM = 'X-From';
const world = useOAuthWorld({ 'oauth.addressHeader': FROM });

const rows = () =>
  world().server.context.database.reader.selectFrom('oauth_artifact').select(['model', 'payload']).execute();

afterEach(() => world().server.context.database.write((db) => db.deleteFrom('oauth_artifact').execute()));

async function ask(address: string, from: string, times: number): Promise<readonly number[]> {
  const statuses = new Set<number>();
  for (let count = 0; count < times; count += 1) {
    const answer = await fetch(address, { redirect: 'manual', headers: { [FROM]: from } });
    await answer.arrayBuffer();
    statuses.add(answer.status);
  }
  return [...statuses];
}

describe('Clients that never sign in', () => {
  it('the newest 100 authorization requests are kept for each address', async () => {
    const address = world().authorization(await world().client());
    expect(await ask(address, '192.0.2.1', 110)).toEqual([303]);
    expect(await rows()).toHaveLength(100);
    expect(await ask(address, '192.0.2.2', 1)).toEqual([303]);
    expect(await rows()).toHaveLength(101);
    const visitor = world().browser({ [FROM]: '192.0.2.1' });
    expect((await visitor.open(address)).text).toContain('Sign in');
  });

  it('at most 100 requests to sign out are kept for each address', async () => {
    const address = `${world().url}/oauth/session/end`;
    expect(await ask(address, '192.0.2.1', 110)).toEqual([200]);
    expect((await rows()).length).toBeLessThanOrEqual(100);
  });

  it.each(['auth', 'session/end'])(
    'a client may send 4 KB of parameters to /oauth/%s, and not more',
    async (endpoint) => {
      const client = await world().client();
      const { search } = new URL(world().authorization(client, { state: undefined }));
      const left = 4096 - [...new URLSearchParams(search)].flat().join('').length - 'state'.length;
      const sent = (state: string) =>
        ask(`${world().url}/oauth/${endpoint}${search}&state=${state}`, '192.0.2.1', 1);
      expect(await sent('s'.repeat(left))).not.toEqual([400]);
      const kept = await rows();
      expect(await sent('s'.repeat(left + 1))).toEqual([400]);
      expect(await sent('%F0%9F%98%80'.repeat(Math.ceil(left / 4) + 1))).toEqual([400]);
      expect(await rows()).toEqual(kept);
    },
  );
});
