import { beforeAll, expect, it } from 'vitest';
import { useHttpWorld } from '../mediation/http/support/world.ts';
import { servedApp } from '../mediation/serve/support/app.ts';

const FROM = 'X-Forwarded-For';
const world = useHttpWorld({
  'limits.servePerAddress': 3,
  'limits.resolvePerAddress': 3,
  'limits.eventsPerAddress': 3,
  'oauth.addressHeader': FROM,
});

/** A subscriber can use each address of a /64. */
const ofSubscriber = (subscriber: number, number: number) =>
  `2001:db8:0:${subscriber}::${number.toString(16)}`;

let app: Awaited<ReturnType<typeof servedApp>>;
beforeAll(async () => {
  app = await servedApp(world());
});

const send: Readonly<Record<string, (init: RequestInit) => Promise<Response>>> = {
  'of a snapshot': (init) => fetch(app.snapshotUrl, init),
  'for lines': (init) => fetch(app.resolveUrl({ platform: 'ANDROID' }), init),
  'with a guessed key': (init) => fetch(`${world().url}/serve/v1/pk_${'x'.repeat(24)}/apps/x.json`, init),
  'with statistics': (init) => fetch(`${app.at}/events`, { ...init, method: 'POST', body: '{"rows":[]}' }),
};

it.each(Object.keys(send))(
  'requests %s from all addresses of an IPv6 /64 are counted together',
  async (kind) => {
    const limited = async (address: string) => {
      const answer = await send[kind]!({ headers: { [FROM]: address, 'content-type': 'application/json' } });
      await answer.arrayBuffer();
      return answer.status === 429;
    };
    const refused: boolean[] = [];
    for (let number = 1; number <= 4; number += 1) refused.push(await limited(ofSubscriber(1, number)));
    expect(refused).toEqual([false, false, false, true]);
    expect(await limited(ofSubscriber(2, 1))).toBe(false);
    // An IPv4-mapped address is the IPv4 address, not one of a network of all of them.
    for (const address of ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'])
      expect(await limited(address)).toBe(false);
    expect(await limited('192.0.2.1')).toBe(true);
    expect(await limited('::ffff:192.0.2.2')).toBe(false);
  },
);

it('authorization requests of all addresses of a /64 are kept together', async () => {
  const { database } = world().server.context;
  for (let number = 1; number <= 110; number += 1) {
    const answer = await fetch(`${world().url}/oauth/session/end`, {
      headers: { [FROM]: ofSubscriber(3, number) },
      redirect: 'manual',
    });
    await answer.arrayBuffer();
  }
  const rows = await database.reader.selectFrom('oauth_artifact').select('model').execute();
  expect(rows.length).toBeLessThanOrEqual(100);
  expect(rows.length).toBeGreaterThan(0);
});
