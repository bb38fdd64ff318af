import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwaitsApproval, callAdmin, METHODS } from '../../../src/cli/admin/client.ts';
import type { Connection } from '../../../src/cli/admin/connection.ts';
import type { AdminMethod } from '../../../src/conventions/admin/index.ts';
import { adminHttp } from '../../support/admin-http.ts';
import { diptych, to } from '../../support/cli.ts';
import { dump, expectNothingWritten, rows } from '../../support/database.ts';
import { activePhone } from '../../support/devices.ts';
import { newOperator, newUser, signInAs, type TestOperator } from '../../support/operator.ts';
import { newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { property } from '../../support/runs.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

const HOUR = 3_600_000;

const world = useWorld({ settings: { 'admin.secondPerson': ['holders', 'credentials', 'keys'] } });
let ada: TestOperator;
let bob: TestOperator;
let eve: TestOperator;

beforeAll(async () => {
  ada = await newOperator(world(), 'administrator', 'ada');
  bob = await newOperator(world(), 'administrator', 'bob');
  eve = await newOperator(world(), 'approver', 'eve');
}, HOOK_TIMEOUT);

type Name = Parameters<typeof callAdmin>[1];

/** What waits after the call. */
async function asked<N extends Name>(by: Connection, name: N, request: Parameters<typeof callAdmin<N>>[2]) {
  try {
    await callAdmin(by, name, request);
  } catch (error) {
    if (error instanceof AwaitsApproval) return error.approval;
    throw error;
  }
  throw new Error(`${name} was done at once`);
}

const approve = (by: Connection, id: string) => callAdmin(by, 'approveApproval', { id });
const get = (id: string) => world().admin('getApproval', { id });
const holderState = async (id: string) => (await world().admin('getHolder', { id })).state;
const trail = (id: string) =>
  rows(
    world(),
    `select event, operator_id as operator, approver_id as approver, concerns from state_change where subject_id = ? order by change_id`,
    id,
  );

describe('Two persons (A6, T5): what is to wait', () => {
  it('is answered with 202 and what is awaited, and nothing is done', async () => {
    const holder = await newHolder(world());
    const path = `/admin/v1/holders/${holder}:revoke`;
    const body = JSON.stringify({ reason: 'fraud' });
    const token = `Bearer ${ada.token.accessToken}`;
    const answer = await adminHttp(world(), path, { method: 'POST', token, body });
    expect(answer.status).toBe(202);
    expect(answer.body.approval).toMatchObject({
      state: 'awaited',
      method: 'revokeHolder',
      arguments: { id: holder, reason: 'fraud' },
      requestedBy: ada.id,
      role: 'approver',
    });
    expect(await holderState(holder)).toBe('active');
  });

  it('is checked first: what would be refused is refused at once, and nothing is written', async () => {
    await expectNothingWritten(world(), async () => {
      await adminRefusal(callAdmin(ada.connection, 'revokeHolder', { id: 'none' }), 'NOT_FOUND');
      await adminRefusal(callAdmin(ada.connection, 'eraseHolder', { id: 'none' }), 'NOT_FOUND');
      await adminRefusal(callAdmin(ada.connection, 'revokeCredential', { id: 'none' }), 'NOT_FOUND');
      const finish = { role: 'identity', finish: true } as const;
      await adminRefusal(callAdmin(ada.connection, 'rotateKey', finish), 'FAILED_PRECONDITION');
      await adminRefusal(callAdmin(ada.connection, 'discardKey', { id: 'none' }), 'NOT_FOUND');
      const key = { certificate: 'x', privateKey: 'y' };
      await adminRefusal(
        callAdmin(ada.connection, 'importKey', key),
        'FAILED_PRECONDITION',
        'PRIVATE_KEY_CANNOT_WAIT',
      );
    });
  });

  it('waits once, however often the same person asks', async () => {
    const id = await newHolder(world());
    const [first, again] = [
      await asked(ada.connection, 'revokeHolder', { id }),
      await asked(ada.connection, 'revokeHolder', { id }),
    ];
    expect(again.id).toBe(first.id);
    expect((await asked(bob.connection, 'revokeHolder', { id })).id).not.toBe(first.id);
  });

  it('is in the contract: every method of a group, and its 202 in the OpenAPI document', async () => {
    const { body } = await adminHttp(world(), '/openapi/admin.json');
    for (const [name, method] of Object.entries(METHODS as Record<string, AdminMethod>)) {
      const described = body.paths[method.http[1]][method.http[0].toLowerCase()].responses;
      expect([name, '202' in described]).toEqual([name, method.secondPerson !== undefined]);
    }
  });
});

describe('Who approves', () => {
  it('is another person: not who asked, also with the admin token', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'revokeHolder', { id });
    const own = () => approve(ada.connection, approval.id);
    await expectNothingWritten(world(), () =>
      adminRefusal(own(), 'PERMISSION_DENIED', 'SECOND_PERSON_NEEDED'),
    );
    const byToken = await asked(world().connection, 'eraseHolder', { id });
    await adminRefusal(approve(world().connection, byToken.id), 'PERMISSION_DENIED', 'SECOND_PERSON_NEEDED');
    expect(await holderState(id)).toBe('active');
  });

  it('has at least the role of the method', async () => {
    const id = await newHolder(world());
    const erasure = await asked(ada.connection, 'eraseHolder', { id });
    expect(erasure.role).toBe('administrator');
    await adminRefusal(approve(eve.connection, erasure.id), 'PERMISSION_DENIED', 'ROLE_INSUFFICIENT');
    const revocation = await asked(ada.connection, 'revokeHolder', { id });
    await approve(eve.connection, revocation.id);
    expect(await holderState(id)).toBe('revoked');
  });

  it('gets nothing done for somebody who has lost the role', async () => {
    const leaving = await newOperator(world(), 'approver', 'leaving');
    const id = await newHolder(world());
    const approval = await asked(leaving.connection, 'revokeHolder', { id });
    await world().admin('setUserRole', { user: leaving.id, role: 'operator' });
    await adminRefusal(approve(bob.connection, approval.id), 'FAILED_PRECONDITION', 'REQUESTER_NOT_ALLOWED');
    expect(await holderState(id)).toBe('active');
  });
});

describe('What was approved', () => {
  it('is done, with both persons in the trail', async () => {
    const { ids } = await activePhone(world());
    const request = { id: ids.credentialId, reason: 'deviceStolen' } as const;
    const approval = await asked(eve.connection, 'revokeCredential', request);
    const done = await approve(bob.connection, approval.id);
    expect(done.response).toMatchObject({ id: ids.credentialId, state: 'revoked' });
    expect(done.approval).toMatchObject({ state: 'done', requestedBy: eve.id, decidedBy: bob.id });
    const { events } = await world().admin('listEvents', { subjectId: ids.credentialId });
    expect(events.at(-1)).toMatchObject({ to: 'revoked', operatorId: eve.id, approverId: bob.id });
    const concerns = JSON.stringify(['revokeCredential']);
    expect(trail(approval.id)).toEqual([
      { event: 'create', operator: eve.id, approver: null, concerns },
      { event: 'approve', operator: bob.id, approver: null, concerns },
      { event: 'succeed', operator: bob.id, approver: null, concerns },
    ]);
  });

  it('leaves nothing of what was asked for in the row', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'eraseHolder', { id });
    await approve(bob.connection, approval.id);
    expect((await get(approval.id)).arguments).toBeUndefined();
    expect(dump(world()).filter((line) => line.includes(`"${id}"`))).toEqual([]);
  });

  it('is done once, whoever approves and refuses at the same time', async () => {
    const administrators = [bob, world()].map(({ connection }) => connection);
    const tries = fc.array(fc.tuple(fc.nat(administrators.length - 1), fc.boolean()), {
      minLength: 2,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(tries, async (rivals) => {
        const { ids } = await activePhone(world());
        const approval = await asked(ada.connection, 'revokeCredential', { id: ids.credentialId });
        const outcomes = await Promise.allSettled(
          rivals.map(([who, refuses]) =>
            callAdmin(administrators[who] as Connection, refuses ? 'refuseApproval' : 'approveApproval', {
              id: approval.id,
            }),
          ),
        );
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        const { state } = await get(approval.id);
        const revoked = trail(ids.credentialId).filter(({ event }) => event === 'revoke');
        expect([state, revoked.length]).toEqual(state === 'done' ? ['done', 1] : ['refused', 0]);
      }),
      property(5),
    );
  }, 120_000);

  it('that is refused by the method is failed, and told to who approved', async () => {
    const { ids } = await activePhone(world());
    const request = { id: ids.credentialId };
    const [first, second] = [
      await asked(ada.connection, 'revokeCredential', request),
      await asked(eve.connection, 'revokeCredential', request),
    ];
    await approve(bob.connection, first.id);
    await adminRefusal(approve(bob.connection, second.id), 'FAILED_PRECONDITION', 'INVALID_STATE');
    expect(await get(second.id)).toMatchObject({ state: 'failed', failure: 'INVALID_STATE' });
  });
});

describe('What nobody approves', () => {
  it('is taken back by who asked', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'revokeHolder', { id });
    const refused = await callAdmin(ada.connection, 'refuseApproval', { id: approval.id });
    expect(refused).toMatchObject({ state: 'refused', decidedBy: ada.id });
    await adminRefusal(approve(bob.connection, approval.id), 'FAILED_PRECONDITION', 'APPROVAL_NOT_AWAITED');
  });
});

describe('What nobody approves in time', () => {
  const waiting = useWorld({
    settings: { 'admin.secondPerson': ['revokeHolder'], 'admin.approvalHours': 1 },
  });

  it('expires after admin.approvalHours, and what was asked for is erased', async () => {
    const second = await newOperator(waiting(), 'administrator', 'bob');
    const id = await newHolder(waiting());
    const approval = await asked(waiting().connection, 'revokeHolder', { id });
    waiting().advance(HOUR);
    expect((await waiting().admin('getApproval', { id: approval.id })).state).toBe('expired');
    const late = approve(second.connection, approval.id);
    await adminRefusal(late, 'FAILED_PRECONDITION', 'APPROVAL_NOT_AWAITED');
    const { approvals } = await waiting().admin('listApprovals', { state: 'expired' });
    expect(approvals.map((one) => one.id)).toEqual([approval.id]);
    expect((await waiting().admin('listApprovals', { state: 'awaited' })).approvals).toEqual([]);
    expect((await waiting().sweep()).approvals).toBe(1);
    const [row] = rows(waiting(), 'select arguments, state from approval');
    expect(row).toEqual({ arguments: null, state: 'expired' });
    const { events } = await waiting().admin('listEvents', { subject: 'approval' });
    expect(events.map(({ event, actor }) => [event, actor])).toEqual([
      ['create', 'operator'],
      ['expire', 'deadline'],
    ]);
    expect((await waiting().sweep()).approvals).toBe(0);
  });

  it('only what the setting names waits', async () => {
    const id = await newHolder(waiting());
    await waiting().admin('eraseHolder', { id });
    await adminRefusal(waiting().admin('getHolder', { id }), 'NOT_FOUND');
  });
});

describe('A process that ends while it runs what was approved', () => {
  it('leaves it interrupted: it is not run again, and a person looks', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'revokeHolder', { id });
    const { store } = world().server.context;
    await store.write(async (writer) => {
      const { arguments: _, ...row } = (await writer.approval(approval.id)) as NonNullable<
        Awaited<ReturnType<typeof writer.approval>>
      >;
      await writer.updateApproval({
        ...row,
        state: 'running',
        decidedBy: bob.id,
        deadlineAt: world().now() + 1,
      });
    });
    await adminRefusal(approve(bob.connection, approval.id), 'FAILED_PRECONDITION', 'APPROVAL_NOT_AWAITED');
    world().advance(1);
    await world().sweep();
    expect((await get(approval.id)).state).toBe('interrupted');
    expect(trail(approval.id).at(-1)?.event).toBe('interrupt');
    expect(await holderState(id)).toBe('active');
  });
});

describe('Roles by two persons', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-roles-'));
  let guarded: World;

  beforeAll(async () => {
    const open = await startWorld({ folder });
    for (const name of ['ada', 'bob']) await newUser(open, `${name}@example.com`, 'administrator');
    await open.close();
    guarded = await startWorld({ folder, settings: { 'admin.secondPerson': ['roles'] } });
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await guarded.close();
    rmSync(folder, { recursive: true });
  });

  const connected = async (email: string) => ({
    ...guarded.connection,
    token: (await signInAs(guarded, email)).accessToken,
  });

  it('nobody alone makes a second person: no role with a new user, no password for somebody with a role', async () => {
    const one = { email: 'carl@example.com', password: 'a password that is long enough', publishers: [] };
    const reason = 'ROLE_NEEDS_SECOND_PERSON';
    await adminRefusal(
      callAdmin(guarded.connection, 'createUser', { ...one, role: 'approver' }),
      'FAILED_PRECONDITION',
      reason,
    );
    const password = { user: 'ada@example.com', password: one.password };
    await adminRefusal(
      callAdmin(guarded.connection, 'setUserPassword', password),
      'FAILED_PRECONDITION',
      reason,
    );
  });

  it('a role waits, under the id of the user', async () => {
    const id = await newUser(guarded, 'dora@example.com');
    const by = await connected('ada@example.com');
    const approval = await asked(by, 'setUserRole', { user: 'dora@example.com', role: 'approver' });
    expect(approval.arguments).toEqual({ user: id, role: 'approver' });
    await approve(await connected('bob@example.com'), approval.id);
    const { role } = await callAdmin(guarded.connection, 'getUser', { user: id });
    expect(role).toBe('approver');
  });
});

describe('diptych approvals', () => {
  it('tells what is awaited with exit status 4, lists, shows, approves and refuses', async () => {
    const id = await newHolder(world());
    const credential = (await activePhone(world())).ids.credentialId;
    const asks = await diptych('credentials', 'revoke', credential, ...to(world()));
    expect([asks.exit, asks.out]).toEqual([4, '']);
    expect(asks.err).toMatch(/revokeCredential waits until .* diptych approvals approve \w{20}/);
    const json = await diptych('holders', 'erase', id, '--yes', '--json', ...to(world()));
    expect(json.exit).toBe(4);
    const { approval } = JSON.parse(json.err) as { approval: { id: string } };
    const as = (person: TestOperator) => to({ ...world(), connection: person.connection });
    const list = await diptych('approvals', 'list', '--state', 'awaited', ...as(eve));
    expect(list.out).toContain(approval.id);
    expect((await diptych('approvals', 'show', approval.id, ...as(eve))).out).toContain(id);
    expect((await diptych('approvals', 'approve', approval.id, ...as(eve))).exit).toBe(1);
    const done = await diptych('approvals', 'approve', approval.id, ...as(bob));
    expect(done.out).toContain('eraseHolder is done');
    const other = /approve (\w{20})/.exec(asks.err)?.[1] as string;
    expect((await diptych('approvals', 'refuse', other, ...as(bob))).out).toContain('is refused');
    expect((await diptych('approvals', 'approve', '--help')).out).toContain('Examples:');
  });
});
