import { describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { DAY } from '../../../src/conventions/time.ts';
import { diptych, to } from '../../support/cli.ts';
import { rows } from '../../support/database.ts';
import { proofedPhone } from '../../support/devices.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { sealLines } from '../../support/seals.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({
  settings: { 'retention.auditLogDays': 365, 'retention.auditLogDaysAfterKeys': 0 },
});
const { operator } = useGuardedWorld(
  { 'admin.secondPerson': ['holders'] },
  { ada: 'administrator', bob: 'administrator' },
);

const LONG_AGO = '2000-01-01T00:00:00Z';
const inDays = (days: number) => new Date(world().now() + days * DAY).toISOString();
const holdOn = async (holderId: string) =>
  (await world().admin('placeHold', { holderId, reason: 'litigation', reviewTime: inDays(30) })).id;
const lift = (id: string) => world().admin('liftHold', { id });
const codesOf = async (holderId: string) => (await world().admin('listCodes', { holderId })).codes;
const requestsKept = () => rows(world(), 'select content from handled_request').map(({ content }) => content);

describe('A legal hold on a holder (D6.5)', () => {
  it('the holder is not erased; the refusal is in the audit log, and ends with the hold', async () => {
    const id = await newHolder(world());
    const hold = await holdOn(id);
    const { out } = await diptych('holders', 'show', id, ...to(world()));
    expect(out).toContain(hold);
    const refused = await adminRefusal(world().admin('eraseHolder', { id }), 'FAILED_PRECONDITION');
    expect(JSON.stringify(refused)).toContain(hold);
    const { events } = await world().admin('listEvents', { subject: 'holder', subjectId: id });
    expect(events.at(-1)).toMatchObject({ event: 'refuseErasure', reason: 'legalHold', actor: 'operator' });
    const lifted = await diptych('holds', 'lift', hold, '--yes', ...to(world()));
    expect(lifted).toMatchObject({ exit: 0, out: expect.stringContaining(`${hold} is lifted`) });
    await adminRefusal(lift(hold), 'FAILED_PRECONDITION');
    await world().admin('eraseHolder', { id });
    expect(rows(world(), 'select 1 from legal_hold where holder_id = ?', id)).toEqual([]);
  });

  it('requests of its devices and its codes are not purged; those of others are', async () => {
    const [held, other] = [await proofedPhone(world()), await proofedPhone(world())];
    const hold = await holdOn(held.holderId);
    await world().server.context.requests.settled();
    world().advance(120 * DAY);
    await world().server.context.purge();
    const kept = requestsKept();
    expect(kept.some((content) => String(content).includes(held.ids.deviceReferenceId))).toBe(true);
    expect(kept.some((content) => String(content).includes(other.ids.deviceReferenceId))).toBe(false);
    expect([await codesOf(held.holderId), await codesOf(other.holderId)]).toMatchObject([[{}], []]);
    await lift(hold);
    world().advance(DAY);
    await world().server.context.purge();
    expect([requestsKept(), await codesOf(held.holderId)]).toEqual([[], []]);
  });

  it('of the phone of another person only requests that name its proofings are kept', async () => {
    const held = await newHolder(world());
    const code = await codeFor(world(), held);
    await world().admin('revokeHolder', { id: held });
    const { device, ids } = await proofedPhone(world());
    const rejected = await device.proof(code);
    expect(await world().admin('getProofing', { id: rejected })).toMatchObject({
      holderId: held,
      rejectionCause: 'recordRevoked',
    });
    const hold = await holdOn(held);
    const { requests, purge } = world().server.context;
    await requests.settled();
    world().advance(120 * DAY);
    await purge();
    const kept = requestsKept().map(String);
    expect(kept.filter((content) => content.includes(rejected))).not.toEqual([]);
    expect(
      kept.filter((content) => content.includes(ids.deviceReferenceId) && !content.includes(rejected)),
    ).toEqual([]);
    await lift(hold);
  });

  it('the audit log is not purged from the import of the holder on', async () => {
    await sealLines(world());
    const hold = await holdOn(await newHolder(world()));
    await sealLines(world());
    world().advance(366 * DAY);
    await sealLines(world());
    const { purge, sealLog } = world().server.context;
    const announced = async () => {
      world().advance(DAY);
      await purge();
      world().advance(SEALED_AFTER + 1);
      await sealLog();
      await purge();
      const { events } = await world().admin('listEvents', { subject: 'legalHold', subjectId: hold });
      return events.map(({ event }) => event);
    };
    expect(await announced()).toEqual(['place']);
    await lift(hold);
    expect(await announced()).toEqual(['lift']);
  });

  it('doctor warns when the review is due', async () => {
    const hold = await holdOn(await newHolder(world()));
    world().advance(31 * DAY);
    const { findings } = await world().admin('getFindings', {});
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'retention', level: 'warning', text: expect.stringContaining(hold) }),
    );
    await lift(hold);
  });
});

describe('A legal hold on a span of time (D6.5)', () => {
  it('what is from the span is kept, and holders imported before its end are not erased', async () => {
    const id = await newHolder(world());
    const [startTime, endTime] = [inDays(0), inDays(2)];
    const span = ['--from', startTime, '--to', endTime, '--reason', 'audit', '--review', inDays(300)];
    const { exit, out } = await diptych('holds', 'place', ...span, '--json', ...to(world()));
    expect(exit).toBe(0);
    world().advance(DAY);
    const { requests, purge } = world().server.context;
    await world().operate('getIdentityKey', {}, { requestId: 'inside' });
    await requests.settled();
    world().advance(2 * DAY);
    await world().operate('getIdentityKey', {}, { requestId: 'after' });
    await requests.settled();
    const late = await newHolder(world());
    world().advance(40 * DAY);
    await purge();
    const kept = requestsKept().join();
    expect([kept.includes('"inside"'), kept.includes('"after"')]).toEqual([true, false]);
    await adminRefusal(world().admin('eraseHolder', { id }), 'FAILED_PRECONDITION');
    await world().admin('eraseHolder', { id: late });
    await lift((JSON.parse(out) as { readonly id: string }).id);
  });

  it.each<[string, object]>([
    ['names nothing', {}],
    ['names a holder and a span', { holderId: 'h', startTime: LONG_AGO }],
    ['ends before it begins', { startTime: LONG_AGO, endTime: '1999-01-01T00:00:00Z' }],
  ])('an order that %s is refused', async (_, members) => {
    const request = { reason: 'audit', reviewTime: inDays(30), ...members } as const;
    await adminRefusal(world().admin('placeHold', request), 'INVALID_ARGUMENT');
  });
});

describe('The list of legal holds', () => {
  it('begins with the hold that was placed last, over all pages, and shows each once', async () => {
    const placed: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      placed.unshift(await holdOn(await newHolder(world())));
      world().advance(1);
    }
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await world().admin('listHolds', { pageSize: 3, ...(pageToken && { pageToken }) });
      seen.push(...page.holds.map(({ id }) => id));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen.slice(0, placed.length)).toEqual(placed);
    expect(new Set(seen).size).toBe(seen.length);
    for (const id of placed) await lift(id);
  });
});

describe('Two people (T5)', () => {
  it('with admin.secondPerson, another person approves that a hold is placed and lifted', async () => {
    const [ada, bob] = [operator('ada').connection, operator('bob').connection];
    const approved = async (...command: readonly string[]) => {
      const by = (token: string) => ['--admin-url', ada.url, '--token', token];
      const asked = await diptych('holds', ...command, ...by(ada.token));
      const { approvals } = await callAdmin(bob, 'listApprovals', { state: 'awaited' });
      await callAdmin(bob, 'approveApproval', { id: approvals[0]?.id as string });
      return asked;
    };
    const review = ['--review', '2027-03-01'];
    await approved('place', '--from', '2026-01-01', '--reason', 'audit', ...review);
    const { holds } = await callAdmin(ada, 'listHolds', {});
    const { id: placedBy, email: placedByName } = operator('ada');
    expect(holds).toMatchObject([
      { startTime: '2026-01-01T00:00:00.000Z', reason: 'audit', placedBy, placedByName },
    ]);
    await approved('lift', holds[0]?.id as string, '--yes');
    const { events } = await callAdmin(ada, 'listEvents', { subject: 'legalHold' });
    const people = { operatorId: operator('ada').id, approverId: operator('bob').id };
    expect(events).toMatchObject([
      { event: 'place', ...people },
      { event: 'lift', ...people },
    ]);
  });
});
