import { beforeAll, describe, expect, it } from 'vitest';
import { takesValidateOnly } from '../../../src/admin/contract/index.ts';
import { adminHttp } from '../../support/admin-http.ts';
import { diptych, to } from '../../support/cli.ts';
import { dump } from '../../support/database.ts';
import { proofedPhone } from '../../support/devices.ts';
import { newUser } from '../../support/operator.ts';
import { newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: { ...BOTH_INTERFACES, 'issuer.decisions': 'manual' } });

const post = (path: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  adminHttp(world(), `/admin/v1/${path}`, { method: 'POST', body: JSON.stringify(body), headers });
const get = (path: string) => adminHttp(world(), `/admin/v1/${path}`);

/** The content of the database without the log of requests. */
const stored = async () => {
  await world().server.context.requests.settled();
  return dump(world()).filter((line) => !/^(handled_request|request_count): /.test(line));
};

let proofing = '';
let holder = '';
let user = '';

beforeAll(async () => {
  const phone = await proofedPhone(world());
  proofing = phone.ids.proofingId;
  holder = phone.holderId;
  user = await newUser(world(), 'bo@example.com', 'viewer');
}, HOOK_TIMEOUT);

describe('The parameter validateOnly of the administration', () => {
  it.each([
    [
      'a decision',
      () => `proofings/${proofing}:reject`,
      { detail: { recordNotFound: {} } },
      'state',
      'rejected',
    ],
    ['a change of a user', () => `users/${user}:setRole`, { role: 'approver' }, 'role', 'approver'],
    ['an erasure', () => `holders/${holder}:erase`, {}, 'rejectedProofings', 1],
    ['a new publisher', () => 'publishers', { displayName: 'Acme' }, 'displayName', 'Acme'],
  ])('validateOnly answers the result of %s, and stores nothing', async (_, path, members, name, value) => {
    const before = await stored();
    const { status, body } = await post(path(), { ...members, validateOnly: true });
    expect([status, body[name]]).toEqual([200, value]);
    expect(await stored()).toEqual(before);
  });

  it('validateOnly refuses what would be refused without it', async () => {
    const { status, body } = await post(`proofings/${proofing}:resume`, { validateOnly: true });
    expect([status, body.error.details[0].reason]).toEqual([400, 'INVALID_STATE']);
  });

  it('methods that cannot be rolled back refuse validateOnly', async () => {
    const { status, body } = await post('codes', { holderId: holder, validateOnly: true });
    expect([status, body.error.details[0].reason]).toEqual([400, 'REQUEST_INVALID']);
    expect(takesValidateOnly('issueCode')).toBe(false);
  });

  it('the option --dry-run of commands sends validateOnly', async () => {
    const { out } = await diptych('proofings', 'accept', proofing, '--dry-run', ...to(world()));
    expect(out).toContain(`dry run: ${proofing} is accepted`);
    expect((await get(`proofings/${proofing}`)).body.state).toBe('pending');
  });
});

describe('If-Match on the administration', () => {
  it('If-Match accepts the etag that was read, which is also in the header of the answer', async () => {
    const id = await newHolder(world());
    const { headers, body } = await get(`holders/${id}`);
    expect(headers.get('etag')).toBe(body.etag);
    const done = await post(`holders/${id}:revoke`, {}, { 'if-match': body.etag });
    expect([done.status, done.body.holder.state]).toEqual([200, 'revoked']);
    const again = await post(`holders/${id}:erase`, {}, { 'if-match': body.etag });
    expect([again.status, again.body.error.details[0].reason]).toEqual([412, 'CONDITION_NOT_MET']);
    expect((await get(`holders/${id}`)).status).toBe(200);
  });

  it('of two concurrent changes with the same etag one is made, because the check is in the transaction', async () => {
    const { ids } = await proofedPhone(world());
    for (const path of [`users/${user}:changePublishers`, `proofings/${ids.proofingId}:challenge`]) {
      const { body } = await get(path.slice(0, path.indexOf(':')));
      const headers = { 'if-match': body.etag };
      await post('publishers', { id: 'pub-1111111111111111', displayName: 'Acme' });
      const members = path.startsWith('users') ? { add: ['pub-1111111111111111'] } : {};
      const both = await Promise.all([post(path, members, headers), post(path, members, headers)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    }
  });

  it('a passed deadline changes the etag before any sweep records it; a claim does not', async () => {
    const { ids } = await proofedPhone(world());
    const read = async () => (await get(`proofings/${ids.proofingId}`)).body.etag as string;
    const before = await read();
    await post(`proofings/${ids.proofingId}:claim`);
    expect(await read()).toBe(before);
    world().advance(365 * 86_400_000);
    expect(await read()).not.toBe(before);
  });

  it('If-Match does not apply to methods that change no resource with an etag', async () => {
    const { status, body } = await post('codes', { holderId: holder }, { 'if-match': '*' });
    expect([status, body.error.details[0].reason]).toEqual([400, 'REQUEST_INVALID']);
  });
});
