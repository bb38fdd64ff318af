import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, METHODS, scopesOf } from '../../../src/mediation/contract/index.ts';
import { CREATE_GROUP, createGroup, GET_GROUP, LIST_GROUPS } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const WRITES = METHOD_NAMES.filter((name) => METHODS[name].kind === 'write');
const READS = METHOD_NAMES.filter((name) => METHODS[name].kind === 'read');

describe('Scopes of the mediation interface', () => {
  it.each(WRITES)('%s requires the scope monetization', async (name) => {
    const publisher = await world().publisher();
    const error = await world().refused(publisher, name, { caller: { scopes: ['readonly'] } });
    expect(error).toMatchObject({ code: 'PERMISSION_DENIED', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' });
  });

  it.each(READS)('%s accepts each of its scopes, and is refused without all of them', async (name) => {
    const publisher = await world().publisher();
    expect((await world().refused(publisher, name, { caller: { scopes: [] } })).reason).toBe(
      'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    );
    for (const scope of scopesOf(name)) {
      const outcome = await world()
        .call(publisher, name, { caller: { scopes: [scope] } })
        .catch((error: { code: string }) => error.code);
      expect(['PERMISSION_DENIED']).not.toContain(outcome);
    }
  });
});

describe('The publisher account in the path', () => {
  it.each(['pub-1', '1234567890123456', 'pub-12345678901234567', 'PUB-1234567890123456', 'accounts', ''])(
    'an account in the path that cannot be one is answered with 400: %j',
    async (accountsId) => {
      const publisher = await world().publisher();
      const error = await world().refused(publisher, LIST_GROUPS, { path: { accountsId } });
      expect(error.code).toBe('INVALID_ARGUMENT');
      expect(error.message).toContain('Invalid account information in request url');
    },
  );

  it("another publisher's account is answered with 403, whether or not it exists, before other errors", async () => {
    const [publisher, other] = [await world().publisher(), await world().publisher()];
    const { path } = await createGroup(world(), other);
    for (const accountsId of [other, 'pub-9999999999999999']) {
      for (const mediationGroupsId of [path.mediationGroupsId, '0000000000']) {
        const sent = { path: { accountsId, mediationGroupsId }, query: 'colour=red' };
        const error = await world().refused(publisher, GET_GROUP, sent);
        expect(error).toMatchObject({
          code: 'PERMISSION_DENIED',
          message: 'The caller does not have permission.',
        });
      }
    }
  });

  it('the account is checked after the scope and before the rest of the request', async () => {
    const publisher = await world().publisher();
    const malformed = { path: { accountsId: 'x' }, caller: { scopes: [] } };
    expect((await world().refused(publisher, CREATE_GROUP, malformed)).code).toBe('PERMISSION_DENIED');
    const bad = { path: { accountsId: 'pub-0000000000000001' }, body: { colour: 'red' } };
    expect((await world().refused(publisher, CREATE_GROUP, bad)).code).toBe('PERMISSION_DENIED');
  });
});

describe('The accounts of a caller', () => {
  it("accounts.list answers the caller's accounts under the member account", async () => {
    const [one, two] = [await world().publisher(), await world().publisher()];
    const publishers = [two, one, 'pub-9999999999999999'];
    const { account } = await world().call(one, 'accounts.list', { caller: { publishers } });
    expect(account?.map(({ publisherId }) => publisherId)).toEqual([one, two].toSorted());
    expect(account).toContainEqual({
      name: `accounts/${one}`,
      publisherId: one,
      currencyCode: 'USD',
      reportingTimeZone: 'UTC',
    });
  });

  it('accounts.list has pages, and is empty for a user without accounts', async () => {
    const publishers = [await world().publisher(), await world().publisher()];
    const caller = { publishers };
    const first = await world().call('', 'accounts.list', { query: 'pageSize=1', caller });
    const query = { pageSize: '1', pageToken: first.nextPageToken as string };
    const second = await world().call('', 'accounts.list', { query, caller });
    expect([first, second].map(({ account }) => account?.[0]?.publisherId)).toEqual(publishers.toSorted());
    expect(second).not.toHaveProperty('nextPageToken');
    expect(await world().call('', 'accounts.list', { caller: { publishers: [] } })).toEqual({});
  });

  it('accounts.get answers one account', async () => {
    const publisher = await world().publisher();
    expect(await world().call(publisher, 'accounts.get')).toMatchObject({ publisherId: publisher });
    expect((await world().refused('pub-9999999999999999', 'accounts.get')).code).toBe('NOT_FOUND');
  });
});
