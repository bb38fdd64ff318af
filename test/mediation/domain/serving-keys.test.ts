import { describe, expect, it } from 'vitest';
import { useWorld } from './support/world.ts';

const world = useWorld();

const CREATE = 'accounts.apps.servingKeys.create';
const LIST = 'accounts.apps.servingKeys.list';
const REVOKE = 'accounts.apps.servingKeys.revoke';

async function withApp() {
  const publisher = await world().publisher();
  const { name = '' } = await world().call(publisher, 'accounts.apps.create', {
    body: { platform: 'ANDROID' },
  });
  return { publisher, path: { appsId: name.slice(-10) }, app: name };
}

describe('The publishable keys of an app', () => {
  it('a new key has pk_ and 24 random characters, and is shown in clear as long as it exists', async () => {
    const { publisher, path, app } = await withApp();
    const created = await world().call(publisher, CREATE, { path, body: { displayName: 'Version 1' } });
    expect(created).toEqual({
      name: `${app}/servingKeys/${created.key}`,
      key: expect.stringMatching(/^pk_[A-Za-z0-9]{24}$/),
      displayName: 'Version 1',
      createTime: new Date(world().now()).toISOString(),
    });
    expect(await world().call(publisher, LIST, { path })).toEqual({ servingKeys: [created] });
    const other = await world().call(publisher, CREATE, { path, body: {} });
    expect(other.key).not.toBe(created.key);
  });

  it('a revoked key stays in the list with the time, and revoking it again changes nothing', async () => {
    const { publisher, path } = await withApp();
    const { key = '' } = await world().call(publisher, CREATE, { path, body: {} });
    const at = { ...path, servingKeysId: key };
    const revoked = await world().call(publisher, REVOKE, { path: at, body: {} });
    expect(revoked.revokeTime).toBe(new Date(world().now()).toISOString());
    world().advance(1000);
    expect(await world().call(publisher, REVOKE, { path: at, body: {} })).toEqual(revoked);
    expect(await world().call(publisher, LIST, { path })).toEqual({ servingKeys: [revoked] });
  });

  it('a list of keys has pages', async () => {
    const { publisher, path } = await withApp();
    const keys: (string | undefined)[] = [];
    for (let count = 0; count < 3; count += 1)
      keys.push((await world().call(publisher, CREATE, { path, body: {} })).key);
    const first = await world().call(publisher, LIST, { path, query: { pageSize: '2' } });
    const pageToken = first.nextPageToken as string;
    const rest = await world().call(publisher, LIST, { path, query: { pageSize: '2', pageToken } });
    const shown = [...(first.servingKeys ?? []), ...(rest.servingKeys ?? [])];
    expect(shown.map(({ key }) => key)).toEqual(keys.toSorted());
  });

  it('an app has at most 100 keys that are not revoked', async () => {
    const { publisher, path } = await withApp();
    let last: string | undefined;
    for (let count = 0; count < 100; count += 1)
      last = (await world().call(publisher, CREATE, { path, body: {} })).key;
    const error = await world().refused(publisher, CREATE, { path, body: {} });
    expect(error.reason).toBe('TOO_MANY_SERVING_KEYS');
    await world().call(publisher, REVOKE, { path: { ...path, servingKeysId: last as string }, body: {} });
    await world().call(publisher, CREATE, { path, body: {} });
  });

  it('keys of unknown apps, of other publishers and of other apps are not found', async () => {
    const one = await withApp();
    const other = await withApp();
    const { key = '' } = await world().call(one.publisher, CREATE, { path: one.path, body: {} });
    const elsewhere = { ...other.path, servingKeysId: key };
    for (const [name, path] of [
      [CREATE, { appsId: '0000000000' }],
      [LIST, { appsId: 'x' }],
      [REVOKE, elsewhere],
      [REVOKE, { ...other.path, servingKeysId: 'pk_' }],
    ] as const) {
      const error = await world().refused(other.publisher, name, {
        path,
        ...(name !== LIST && { body: {} }),
      });
      expect(error.code).toBe('NOT_FOUND');
    }
  });

  it('a name with characters that mislead is refused', async () => {
    const { publisher, path } = await withApp();
    const body = { displayName: 'key\u202e' };
    expect((await world().refused(publisher, CREATE, { path, body })).reason).toBe('INVALID_SERVING_KEY');
  });
});
