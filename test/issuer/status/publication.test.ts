import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAt, verifyStatusListToken } from '../../../src/formats/status/index.ts';
import type { PublishedList } from '../../../src/issuer/ports/status-lists.ts';
import { activeKey, derOf } from '../../keys/support/keys.ts';
import { diptych, to } from '../../support/cli.ts';
import { activePhone, type Phone } from '../../support/devices.ts';
import { issuerOf } from '../../support/panels.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';
import { listAddress, type Place, placesOf, STATUS_URI } from './support/status.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

let world: World;
/** Another server on the same database. */
let other: World;
let phone: Phone;
const settings = { 'issuer.status.uri': STATUS_URI };
beforeAll(async () => {
  world = await startWorld({ settings });
  other = await startWorld({ settings, folder: world.folder });
  phone = await activePhone(world, 8);
}, HOOK_TIMEOUT);
afterAll(async () => {
  await other.close();
  await world.close();
});

function advance(milliseconds: number): void {
  for (const one of [world, other]) one.advance(milliseconds);
}
const publish = ({ server }: World) => issuerOf(server).statusLists.publisher.publishDue();

const addressOf = ({ uri }: Place, on: World = world) => listAddress(uri, on);

/** What a reader does: fetches the list of an MSO and verifies it with the root of its document signer. */
async function statusOf(place: Place): Promise<number> {
  const response = await fetch(addressOf(place));
  const token = new Uint8Array(await response.arrayBuffer());
  const { certificate } = await activeKey(world, 'iaca');
  const options = { uri: place.uri, now: world.now(), trustedRoots: [derOf(certificate)] };
  return statusAt(verifyStatusListToken(token, options).list, place.idx);
}

const statusesOf = async (of: Phone) => Promise.all(placesOf(of.device).map(statusOf));

describe('Publication of status lists', () => {
  it('a reader can fetch and verify the list of an MSO as soon as the device has the MSO', async () => {
    expect(new Set(await statusesOf(phone))).toEqual(new Set([0]));
  });

  it('a revocation is visible from the next publication, and others stay valid', async () => {
    const revoked = await activePhone(world, 4);
    await world.admin('revokeCredential', { id: revoked.ids.credentialId });
    await publish(world);
    expect(new Set(await statusesOf(revoked))).toEqual(new Set([0]));
    advance(HOUR);
    await publish(world);
    expect(new Set(await statusesOf(revoked))).toEqual(new Set([1]));
    expect(new Set(await statusesOf(phone))).toEqual(new Set([0]));
  });

  it('lists are published at each time of the grid although nothing changed, by one process', async () => {
    const [place] = placesOf(phone.device) as [Place];
    const etag = async () => (await fetch(addressOf(place))).headers.get('etag');
    const before = await etag();
    expect(await publish(world)).toBe(0);
    advance(HOUR);
    const counts = await Promise.all([publish(world), publish(other), publish(world)]);
    const { lists } = await listed();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(lists);
    expect(await etag()).not.toBe(before);
  });

  it('the time of issue does not go back with a clock that is a little behind', async () => {
    const times = async () => (await listed()).times;
    await publish(world);
    const before = await times();
    advance(-4 * MINUTE);
    await issuerOf(world.server).statusLists.publisher.publishNow();
    expect(await times()).toEqual(before);
    advance(4 * MINUTE);
  });

  it('what was published or claimed by a clock far ahead is published again once the clock is right', async () => {
    const revoked = await activePhone(world, 1);
    const { lists } = await listed();
    advance(3 * DAY);
    expect(await publish(world)).toBe(lists);
    const [first] = await published();
    const at = world.now();
    await world.server.context.store.write((writer) =>
      writer.claimPublication(first as PublishedList, at, 0),
    );
    advance(-3 * DAY);
    await world.admin('revokeCredential', { id: revoked.ids.credentialId });
    await expect(statusesOf(revoked)).rejects.toThrow('iat is in the future');
    expect(await publish(world)).toBe(lists);
    expect(await statusesOf(revoked)).toEqual([1]);
    expect(await publish(world)).toBe(0);
  });

  it('another process publishes after two minutes what a process claimed and did not finish', async () => {
    advance(HOUR);
    const { lists } = await listed();
    const [first] = await published();
    const at = world.now();
    await world.server.context.store.write((writer) =>
      writer.claimPublication(first as PublishedList, at, 0),
    );
    expect(await publish(other)).toBe(lists - 1);
    advance(2 * MINUTE);
    expect(await publish(other)).toBe(0);
    advance(1);
    expect(await publish(other)).toBe(1);
  });

  it('operators see for each list when it is published next, and whether it is late or expired', async () => {
    const grid = (time: number) => new Date(Math.floor(time / HOUR) * HOUR).toISOString();
    const shown = async () => {
      const { statusLists } = await world.admin('listStatusLists', {});
      return new Set(
        statusLists.map(({ nextPublishTime, problem }) => `${nextPublishTime} ${problem ?? 'fine'}`),
      );
    };
    advance(HOUR);
    await publish(world);
    const next = () => grid(world.now() + HOUR);
    expect(await shown()).toEqual(new Set([`${next()} fine`]));
    advance(HOUR + 11 * MINUTE);
    expect(await shown()).toEqual(new Set([`${next()} late`]));
    advance(23 * HOUR);
    expect(await shown()).toEqual(new Set([`${next()} expired`]));
    await publish(world);
    expect(await shown()).toEqual(new Set([`${next()} fine`]));
  });

  it('diptych status shows the time since the oldest publication', async () => {
    await publish(world);
    advance(5 * HOUR);
    expect((await diptych('status', ...to(world))).out).toMatch(/^status lists +published 5 hours ago$/m);
    await publish(world);
  });

  it('a list is taken back a day after its last MSO has expired', async () => {
    const { lists } = await listed();
    const [{ listNo = 0 } = {}] = await published();
    const { store } = world.server.context;
    advance(38 * DAY);
    await world.sweep();
    expect(lists).toBeGreaterThan(0);
    expect(await listed()).toMatchObject({ lists: 0 });
    const [place] = placesOf(phone.device) as [Place];
    await expect.poll(async () => (await fetch(addressOf(place))).status).toBe(404);
    expect(await store.read((reader) => reader.revokedEntries(listNo, -1, 10))).toEqual([]);
  });

  it('its bits are deleted in parts, so that other changes need not wait', async () => {
    const { device, ids } = await activePhone(world, 6);
    await world.admin('revokeCredential', { id: ids.credentialId });
    const { store } = world.server.context;
    const { uri } = (placesOf(device) as [Place])[0];
    const { listNo } = (await published()).find(({ name }) => uri.endsWith(name)) as PublishedList;
    advance(38 * DAY);
    const left = () => store.read((reader) => reader.revokedEntries(listNo, -1, 10));
    const before = (await left()).length;
    const retire = () => store.write((writer) => writer.retireStatusList(listNo, 1));
    expect(await retire()).toBe(false);
    expect((await left()).length).toBe(before - 1);
    while (!(await retire()));
    expect(await left()).toEqual([]);
  });
});

const published = () => world.server.context.store.read((reader) => reader.publishedLists(world.now()));

async function listed() {
  const lists = await published();
  return { lists: lists.length, times: lists.map(({ issuedAt }) => issuedAt) };
}

describe('Status lists over HTTP', () => {
  let place: Place;
  beforeAll(async () => {
    [place] = placesOf((await activePhone(world, 1)).device) as [Place];
  });

  const get = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(addressOf(place), { ...init, headers });

  it('a list may be kept until the next publication, and by pages of any origin', async () => {
    const { status, headers } = await get();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/statuslist+cwt');
    const left = Math.ceil((HOUR - (world.now() % HOUR)) / 1000);
    expect(headers.get('cache-control')).toBe(`public, max-age=${left}`);
    expect(headers.get('x-request-id'), 'caches give the answer to other requests').toBeNull();
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('a list whose publication is late may be kept for seconds', async () => {
    advance(HOUR);
    expect((await get()).headers.get('cache-control')).toBe('public, max-age=10');
    await publish(world);
    expect((await get()).headers.get('cache-control')).not.toBe('public, max-age=10');
  });

  it('HEAD answers the headers of GET', async () => {
    const [one, two] = [await get(), await get({}, { method: 'HEAD' })];
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      expect([name, two.headers.get(name)]).toEqual([name, one.headers.get(name)]);
    expect(await two.text()).toBe('');
  });

  it('an unchanged list is not sent again', async () => {
    const etag = (await get()).headers.get('etag') as string;
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['application/statuslist+cwt', 200],
    ['application/statuslist+jwt, application/*;q=0.1', 200],
    ['application/statuslist+jwt', 406],
    ['*/*;q=0', 406],
    ['*/*, application/statuslist+cwt;q=0', 406],
    ['application/*;q=0, application/statuslist+cwt;q=0.5', 200],
  ])('Accept: %s is answered with %i', async (accept, status) => {
    expect((await get({ accept })).status).toBe(status);
  });

  it('the status at another time is not available', async () => {
    expect((await fetch(`${addressOf(place)}?time=1`)).status).toBe(501);
  });

  it.each([
    ['POST', 'a text'],
    ['POST', '{'],
    ['DELETE', undefined],
  ])('%s is not allowed, whatever the body', async (method, body) => {
    const type = body === '{' ? { 'content-type': 'application/json' } : undefined;
    const answer = await get(type, { method, ...(body !== undefined && { body }) });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('an unknown name is not found', async () => {
    expect((await fetch(`${world.url}/status/AAAAAAAAAAAAAAAAAAAAAA`)).status).toBe(404);
  });

  it("neither the reader's address nor the name of the list is in the log", async () => {
    const lines = world.log.length;
    await get();
    expect(world.log.slice(lines).join('')).not.toMatch(/127\.0\.0\.1|status\//);
  });
});
