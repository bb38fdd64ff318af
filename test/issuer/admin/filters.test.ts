import { hash } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { spkiFromPoint } from '../../../src/formats/ec/index.ts';
import { diptych, to } from '../../support/cli.ts';
import { type Phone, proofedPhone, registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

let pending: Phone;
let challenged: Phone;
let active: Phone;
let since: number;

beforeAll(async () => {
  pending = await proofedPhone(world());
  challenged = await proofedPhone(world());
  await world().admin('challengeProofing', { id: challenged.ids.proofingId });
  world().advance(HOUR);
  since = world().now();
  active = await proofedPhone(world());
  await world().admin('acceptProofing', { id: active.ids.proofingId });
  await active.device.provision();
  await active.device.provisionMsos(1);
}, HOOK_TIMEOUT);

type ProofingFilter = Parameters<ReturnType<typeof world>['admin']>[1];

const proofings = async (filter: ProofingFilter) =>
  (await world().admin('listProofings', filter as object)).proofings.map(({ id }) => id);
const credentials = async (filter: object) =>
  (await world().admin('listCredentials', filter)).credentials.map(({ id }) => id);

describe('The review queue (N5)', () => {
  it('the review queue can be filtered by state, holder, device and time of creation', async () => {
    expect(await proofings({ state: 'pending' })).toEqual([pending.ids.proofingId]);
    expect(await proofings({ state: 'challenged' })).toEqual([challenged.ids.proofingId]);
    expect(await proofings({ holderId: active.holderId })).toEqual([active.ids.proofingId]);
    const { deviceReferenceId } = pending.ids;
    expect(await proofings({ deviceReferenceId })).toEqual([pending.ids.proofingId]);
    expect(await proofings({ deviceReferenceId, state: 'accepted' })).toEqual([]);
    expect(await proofings({ startTime: iso(since) })).toEqual([active.ids.proofingId]);
    expect((await proofings({ endTime: iso(since) })).toSorted()).toEqual(
      [pending.ids.proofingId, challenged.ids.proofingId].toSorted(),
    );
    await adminRefusal(proofings({ state: 'lost' } as object), 'INVALID_ARGUMENT');
  });

  it('a page token of a filtered list is valid for the same filter only', async () => {
    const first = await world().admin('listProofings', { endTime: iso(since), pageSize: 1 });
    const { nextPageToken: pageToken = '' } = first;
    const second = await world().admin('listProofings', { endTime: iso(since), pageSize: 1, pageToken });
    expect(second.proofings).toHaveLength(1);
    expect(second).not.toHaveProperty('nextPageToken');
    await adminRefusal(proofings({ pageToken }), 'INVALID_ARGUMENT');
  });

  it('operators see every reason of a rejection (N6)', async () => {
    const phone = await proofedPhone(world());
    const id = phone.ids.proofingId;
    const primaryRejection = { livenessCheckFailure: {}, rejectionDescription: 'no movement' };
    const additionalRejections = [{ riskCheckFailure: {} }, { evidenceIncomplete: { evidenceType: 'code' } }];
    await world().admin('rejectProofing', { id, detail: { primaryRejection, additionalRejections } });
    expect((await world().admin('getProofing', { id })).rejected).toEqual({
      primaryRejection,
      additionalRejections,
    });
  });
});

describe('Filters of credentials', () => {
  it('credentials can be filtered by their current state, holder and device', async () => {
    const id = active.ids.credentialId;
    expect(await credentials({ state: 'active' })).toEqual([id]);
    expect(await credentials({ holderId: active.holderId, state: 'revoked' })).toEqual([]);
    const action = { deadlineTimeMillis: String(world().now() + HOUR) };
    await world().admin('requireAction', { id, action });
    world().advance(HOUR);
    // No sweep has stored the deadline yet.
    expect(await credentials({ state: 'active' })).toEqual([]);
    expect(await credentials({ state: 'revoked' })).toEqual([id]);
  });

  it('an operator revokes a credential with a reason of the contract, which the audit log records (A9)', async () => {
    const other = await proofedPhone(world());
    await world().admin('acceptProofing', { id: other.ids.proofingId });
    await other.device.provision();
    const id = other.ids.credentialId;
    const reason = 'nosy neighbour' as 'fraud';
    await adminRefusal(world().admin('revokeCredential', { id, reason }), 'INVALID_ARGUMENT');
    await world().admin('revokeCredential', { id, reason: 'holderDeceased' });
    const { events } = await world().admin('listEvents', { subject: 'credential', subjectId: id });
    expect(events.map(({ event, to, reason: why }) => [event, to, why])).toEqual([
      ['create', 'provisionPending', undefined],
      ['revoke', 'revoked', 'holderDeceased'],
    ]);
  });

  it('credentials of a revoked holder are revoked with the reason given for the holder (A9)', async () => {
    const phone = await proofedPhone(world());
    await world().admin('acceptProofing', { id: phone.ids.proofingId });
    await phone.device.provision();
    await world().admin('revokeHolder', { id: phone.holderId, reason: 'holderDeceased' });
    for (const subjectId of [phone.holderId, phone.ids.credentialId]) {
      const { events } = await world().admin('listEvents', { subjectId });
      expect(events.at(-1)).toMatchObject({ to: 'revoked', reason: 'holderDeceased' });
    }
  });
});

describe('Lists of devices', () => {
  it('a device is shown with hashes instead of its keys', async () => {
    const { device, ids } = active;
    const view = await world().admin('getDevice', { id: ids.deviceReferenceId });
    expect(view).toMatchObject({ state: 'registered', securityLevel: expect.any(String) });
    expect(view.keySha256).toMatch(/^[0-9a-f]{64}$/);
    expect(view.certificateSha256).toMatch(/^[0-9a-f]{64}$/);
    const row = await world().server.context.store.read((reader) => reader.device(ids.deviceReferenceId));
    const key = row?.registration?.credentialKey as Uint8Array;
    expect(view.keySha256).toBe(hash('sha256', spkiFromPoint(key)));
    expect(JSON.stringify(view)).not.toContain(Buffer.from(key).toString('hex'));
    expect(device.state.deviceReferenceId).toBe(view.id);
  });

  it('a device that only requested a nonce is listed as unregistered, without the nonce', async () => {
    const { body } = await world().operate('getDeviceRegistrationNonce', { deviceReferenceId: 'asked' });
    const view = await world().admin('getDevice', { id: 'asked' });
    expect(view).toEqual({ id: 'asked', state: 'unregistered', nonceExpireTime: expect.any(String) });
    expect(JSON.stringify(view)).not.toContain(String(Object.values(body).at(-1)));
    await adminRefusal(world().admin('getDevice', { id: 'never' }), 'NOT_FOUND', 'DEVICE_NOT_FOUND');
  });

  it('a device belongs to the holder of its newest proofing, as long as there is a record of them', async () => {
    const phone = await proofedPhone(world());
    const { device, holderId, ids } = phone;
    const listed = async () =>
      (await world().admin('listDevices', { idPrefix: ids.deviceReferenceId })).devices;
    expect(await listed()).toMatchObject([{ holderId }]);
    expect((await listed())[0]).not.toHaveProperty('liveCredentialId');
    await world().admin('acceptProofing', { id: ids.proofingId });
    await device.provision();
    expect(await listed()).toMatchObject([
      { holderId, documentType: 'org.iso.18013.5.1.mDL', liveCredentialId: phone.ids.credentialId },
    ]);
    await world().admin('revokeCredential', { id: phone.ids.credentialId, reason: 'deviceStolen' });
    expect(await listed()).toMatchObject([{ holderId }]);
    expect(await world().admin('getDevice', { id: ids.deviceReferenceId })).toMatchObject({ holderId });
    await world().admin('eraseHolder', { id: holderId });
    expect((await listed())[0]).not.toHaveProperty('holderId');
  });

  it('a rejected proofing of another person does not make a device theirs', async () => {
    const { device, holderId, ids } = await proofedPhone(world());
    await world().admin('acceptProofing', { id: ids.proofingId });
    await device.provision();
    const id = device.state.credentialId ?? '';
    await world().admin('revokeCredential', { id, reason: 'deviceStolen' });
    world().advance(HOUR);
    const other = await newHolder(world());
    await device.proof(await codeFor(world(), other));
    expect(await world().admin('getDevice', { id: ids.deviceReferenceId })).toMatchObject({
      holderId: other,
    });
    const rejected = device.state.proofing?.proofingId ?? '';
    await world().admin('rejectProofing', { id: rejected });
    expect(await world().admin('getDevice', { id: ids.deviceReferenceId })).toMatchObject({ holderId });
    const { events } = await world().admin('listEvents', { holderId: other });
    const subjects = events.map(({ subjectId }) => subjectId);
    expect([subjects.includes(rejected), subjects.includes(ids.deviceReferenceId)]).toEqual([true, false]);
  });

  it('a device of which an operator rejected the only proofing still belongs to the person, also in the events of the person', async () => {
    const { device, holderId, ids } = await proofedPhone(world());
    await world().admin('rejectProofing', { id: ids.proofingId });
    const { deviceReferenceId: id } = ids;
    const ofPerson = async () =>
      (await world().admin('listEvents', { holderId })).events.map(({ subjectId }) => subjectId);
    expect(await world().admin('getDevice', { id })).toMatchObject({ holderId });
    expect(await ofPerson()).toEqual(expect.arrayContaining([ids.proofingId, id]));
    const other = await newHolder(world());
    await device.proof(await codeFor(world(), other));
    expect(await world().admin('getDevice', { id })).toMatchObject({ holderId: other });
  });

  it('one statement finds whose the devices of a page are', async () => {
    const executor = world().server.context.database.reader.getExecutor();
    const execute = vi.spyOn(executor, 'executeQuery');
    const { devices } = await world().admin('listDevices', {});
    const ofProofings = execute.mock.calls.filter(([{ sql }]) => sql.includes('from "proofing"'));
    execute.mockRestore();
    expect(devices.filter(({ holderId }) => holderId !== undefined).length).toBeGreaterThan(2);
    expect(ofProofings).toHaveLength(1);
  });

  async function inPages(order: { readonly orderBy?: 'registerTime desc' }): Promise<readonly string[]> {
    const seen: string[] = [];
    for (let pageToken: string | undefined; ; ) {
      const page = await world().admin('listDevices', {
        ...order,
        pageSize: 2,
        ...(pageToken && { pageToken }),
      });
      seen.push(...page.devices.map(({ id }) => id));
      pageToken = page.nextPageToken;
      if (!pageToken) return seen;
    }
  }

  it('devices are listed in pages', async () => {
    await registeredDevice(world());
    const seen = await inPages({});
    expect(seen).toEqual(seen.toSorted());
    expect(seen).toContain(active.ids.deviceReferenceId);
  });

  it('devices are listed by the time at which they registered, newest first, and those that are not yet come last', async () => {
    await world().operate('getDeviceRegistrationNonce', { deviceReferenceId: 'only asked' });
    world().advance(HOUR);
    const newest = (await registeredDevice(world())).state.deviceReferenceId;
    const orderBy = 'registerTime desc';
    const { devices } = await world().admin('listDevices', { orderBy });
    expect(devices[0]).toMatchObject({ id: newest, state: 'registered' });
    expect(devices.at(-1)).toMatchObject({ state: 'unregistered' });
    const times = devices.map(({ registerTime }) => registerTime ?? '');
    expect(times).toEqual(times.toSorted().reverse());
    const { devices: oldest } = await world().admin('listDevices', { orderBy: 'registerTime' });
    expect(oldest.map(({ id }) => id)).toEqual(devices.map(({ id }) => id).reverse());
    expect(await inPages({ orderBy })).toEqual(devices.map(({ id }) => id));
  });

  it.each([{}, { orderBy: 'registerTime' }, { orderBy: 'registerTime desc' }] as const)(
    'the states of devices part the list in the order of %j, also with the start of an id',
    async (order) => {
      const { devices } = await world().admin('listDevices', order);
      const starts = [undefined, devices[0]!.id.slice(0, 1), 'only'];
      for (const idPrefix of starts)
        for (const state of ['registered', 'unregistered'] as const) {
          const wanted = { ...order, state, ...(idPrefix !== undefined && { idPrefix }) };
          const listed = await world().admin('listDevices', wanted);
          const matching = devices.filter(
            (device) => device.state === state && device.id.startsWith(idPrefix ?? ''),
          );
          expect(listed.devices).toEqual(matching);
        }
      expect(devices.map(({ state }) => state)).toContain('unregistered');
    },
  );
});

describe('Filters of events', () => {
  it('events can be filtered by subject, operator, request and time, oldest first', async () => {
    const before = world().now() + 1;
    world().advance(HOUR);
    const phone = await proofedPhone(world());
    await world().admin('acceptProofing', { id: phone.ids.proofingId });
    const { events } = await world().admin('listEvents', { startTime: iso(before), subject: 'proofing' });
    expect(events.map(({ to, actor }) => [to, actor])).toEqual([
      ['pending', 'wallet'],
      ['accepted', 'operator'],
    ]);
    const [{ requestId = '' } = {}] = events;
    const ofRequest = await world().admin('listEvents', { requestId });
    expect(ofRequest.events.map(({ subjectId }) => subjectId)).toContain(phone.ids.proofingId);
    const { events: early } = await world().admin('listEvents', { endTime: iso(before), pageSize: 1000 });
    expect(early).not.toEqual([]);
    expect(early.every(({ time }) => Date.parse(time) < before)).toBe(true);
    const times = early.map(({ id }) => id);
    expect(times).toEqual(times.toSorted());
    const mine = await world().admin('listEvents', { operatorId: 'operator', pageSize: 1000 });
    expect(new Set(mine.events.map(({ actor }) => actor))).toEqual(new Set(['operator']));
    expect((await world().admin('listEvents', { operatorId: 'user-x' })).events).toEqual([]);
  });

  it('an event finds the others with its outcome: what was rejected when it was sent, or revoked by a new key', async () => {
    world().advance(HOUR);
    const startTime = iso(world().now());
    const device = await registeredDevice(world());
    const atOnce = await device.proof('wrong');
    const later = await proofedPhone(world());
    await world().admin('rejectProofing', { id: later.ids.proofingId });
    const accepted = await proofedPhone(world());
    await world().admin('acceptProofing', { id: accepted.ids.proofingId });
    await accepted.device.register();
    const waiting = await proofedPhone(world());
    await waiting.device.register();
    const listed = async (filter: object) =>
      (await world().admin('listEvents', { startTime, ...filter })).events.map(({ subjectId, event, to }) => [
        subjectId,
        event,
        to,
      ]);
    const rejected = [
      [atOnce, 'create', 'rejected'],
      [later.ids.proofingId, 'reject', 'rejected'],
    ];
    expect(await listed({ event: 'reject' })).toEqual(rejected);
    expect(await listed({ event: 'reject', subject: 'proofing', orderBy: 'time desc' })).toEqual(
      rejected.toReversed(),
    );
    expect(await listed({ event: 'reject', subjectId: atOnce, subject: 'proofing' })).toEqual([rejected[0]]);
    expect(await listed({ event: 'reject', subject: 'credential' })).toEqual([]);
    expect(await listed({ event: 'revoke' })).toEqual([[accepted.ids.proofingId, 'replaceKey', 'revoked']]);
    expect(await listed({ event: 'cancel' })).toEqual([[waiting.ids.proofingId, 'replaceKey', 'canceled']]);
    expect(await listed({ event: 'create', subject: 'proofing' })).toHaveLength(4);
  });
});

describe('Times of filters on the command line', () => {
  const list = (resource: string, ...filters: readonly string[]) =>
    diptych(resource, 'list', '--json', ...filters, ...to(world()));
  const minute = (at: number) => `${iso(at).slice(0, 16)}Z`;
  const day = (at: number) => iso(at).slice(0, 10);

  it('a time without seconds and a date select as the whole times do', async () => {
    const ids = async (...filters: readonly string[]) => {
      const { out } = await list('proofings', '--holder', active.holderId, ...filters);
      return JSON.parse(out).proofings.map(({ id }: { id: string }) => id);
    };
    const filter = ['--start-time', minute(since), '--end-time', day(since + 24 * HOUR)];
    expect(await ids(...filter)).toEqual([active.ids.proofingId]);
    expect(await ids('--end-time', minute(since))).toEqual([]);
  });

  it.each(['events', 'proofings', 'credentials', 'refusals'])(
    '%s list takes the same times as --since of other commands, and refuses the same',
    async (resource) => {
      for (const option of ['--start-time', '--end-time']) {
        expect((await list(resource, option, '2026-11-30T05:10Z')).exit).toBe(0);
        const { exit, err } = await list(resource, option, '2026-11-30T05:10');
        expect({ exit, err }).toEqual({
          exit: 2,
          err: expect.stringContaining(
            `${option} takes a date in UTC such as 2026-11-20, or a time with its`,
          ),
        });
      }
    },
  );
});
