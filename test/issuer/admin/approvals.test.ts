import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isGuarded, METHOD_NAMES, methodNamed } from '../../../src/admin/contract/index.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import type { Connection } from '../../../src/cli/admin/connection.ts';
import { AwaitsApproval } from '../../../src/client/errors.ts';
import { adminHttp } from '../../support/admin-http.ts';
import { as, diptych } from '../../support/cli.ts';
import { dump, expectNothingWritten, rows } from '../../support/database.ts';
import { activePhone } from '../../support/devices.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { newUser, signedInAgain, type TestOperator } from '../../support/operator.ts';
import { newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { property } from '../../support/runs.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const HOUR = 3_600_000;

const { world, operator } = useGuardedWorld(
  { ...BOTH_INTERFACES, 'admin.secondPerson': ['revokeHolder', 'eraseHolder', 'credentials', 'keys'] },
  { ada: 'administrator', bob: 'administrator', eve: 'approver', leaving: 'approver', cleo: 'administrator' },
);
let ada: TestOperator;
let bob: TestOperator;
let eve: TestOperator;

beforeAll(() => {
  [ada, bob, eve] = ['ada', 'bob', 'eve'].map(operator) as [TestOperator, TestOperator, TestOperator];
});

type Name = Parameters<typeof callAdmin>[1];

/** Calls a method that needs approval, and returns the pending approval. */
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

describe('Two persons (A6, T5): methods that need approval', () => {
  it('a request that needs approval is answered with 202 and the pending approval, and changes nothing', async () => {
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

  it('an invalid request is refused at once, before approval, and nothing is stored', async () => {
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

  it('a person who repeats a request creates no second approval', async () => {
    const id = await newHolder(world());
    const [first, again] = [
      await asked(ada.connection, 'revokeHolder', { id }),
      await asked(ada.connection, 'revokeHolder', { id }),
    ];
    expect(again.id).toBe(first.id);
    expect((await asked(bob.connection, 'revokeHolder', { id })).id).not.toBe(first.id);
  });

  it('the contract and the OpenAPI document list 202 for every method that may need approval', async () => {
    const { body } = await adminHttp(world(), '/openapi/admin.json');
    for (const name of METHOD_NAMES) {
      const [verb, path] = methodNamed(name).http;
      const described = body.paths[path][verb.toLowerCase()].responses;
      expect([name, '202' in described]).toEqual([name, isGuarded(name)]);
    }
  });
});

describe('The person who approves a request', () => {
  it.each([
    ['revokeHolder', async () => ({ id: await newHolder(world()) }), { holder: { state: 'revoked' } }],
    ['disableUser', async () => ({ user: await newUser(world(), 'dan@example.com') }), { state: 'disabled' }],
  ] as const)(
    'approval with the etag that was read runs %s, although the approval changes in between',
    async (method, made, response) => {
      const { id } = await asked(ada.connection, method, (await made()) as never);
      const { etag = '' } = await get(id);
      const call = (tag: string) =>
        adminHttp(world(), `/admin/v1/approvals/${id}:approve`, {
          method: 'POST',
          body: '{}',
          token: `Bearer ${bob.token.accessToken}`,
          headers: { 'if-match': tag },
        });
      expect((await call('"another"')).status).toBe(412);
      expect((await call(etag)).body).toMatchObject({ approval: { state: 'done' }, response });
    },
  );

  it('the requester cannot approve the request', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'revokeHolder', { id });
    const own = () => approve(ada.connection, approval.id);
    await expectNothingWritten(world(), () =>
      adminRefusal(own(), 'PERMISSION_DENIED', 'SECOND_PERSON_NEEDED'),
    );
    expect(await holderState(id)).toBe('active');
  });

  it('the approver needs at least the role of the method', async () => {
    const id = await newHolder(world());
    const erasure = await asked(ada.connection, 'eraseHolder', { id });
    expect(erasure.role).toBe('administrator');
    await adminRefusal(approve(eve.connection, erasure.id), 'PERMISSION_DENIED', 'ROLE_INSUFFICIENT');
    const revocation = await asked(ada.connection, 'revokeHolder', { id });
    await approve(eve.connection, revocation.id);
    expect(await holderState(id)).toBe('revoked');
  });

  it('approval is refused if the requester has lost the role', async () => {
    const leaving = operator('leaving');
    const id = await newHolder(world());
    const approval = await asked(leaving.connection, 'revokeHolder', { id });
    const demotion = await asked(ada.connection, 'setUserRole', { user: leaving.id, role: 'operator' });
    await approve(bob.connection, demotion.id);
    await adminRefusal(approve(bob.connection, approval.id), 'FAILED_PRECONDITION', 'REQUESTER_NOT_ALLOWED');
    expect(await holderState(id)).toBe('active');
  });
});

describe('Execution of an approved request', () => {
  it('an approved request is executed, with both persons in the audit log', async () => {
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

  it('the members of a request are deleted after it was executed', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'eraseHolder', { id });
    await approve(bob.connection, approval.id);
    expect((await get(approval.id)).arguments).toBeUndefined();
    expect(dump(world()).filter((line) => line.includes(`"${id}"`))).toEqual([]);
  });

  it('a request is executed once when several persons approve and refuse at the same time', async () => {
    const administrators = [bob, operator('cleo')].map(({ connection }) => connection);
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

  it('an approved request that the method refuses has failed, and the approver gets the error', async () => {
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

describe('A request for approval that nobody approves', () => {
  it('a request for approval can be cancelled by its requester', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'revokeHolder', { id });
    const refused = await callAdmin(ada.connection, 'refuseApproval', { id: approval.id });
    expect(refused).toMatchObject({ state: 'refused', decidedBy: ada.id });
    await adminRefusal(approve(bob.connection, approval.id), 'FAILED_PRECONDITION', 'APPROVAL_NOT_AWAITED');
  });
});

describe('A refusal of a request for approval', () => {
  it('the audit log has the reason of a refused approval', async () => {
    const id = await newHolder(world());
    const approval = await asked(ada.connection, 'revokeHolder', { id });
    await callAdmin(bob.connection, 'refuseApproval', { id: approval.id, reason: 'incorrect' });
    const { events } = await world().admin('listEvents', { subject: 'approval', subjectId: approval.id });
    expect(events.at(-1)).toMatchObject({ event: 'refuse', operatorId: bob.id, reason: 'incorrect' });
    expect(events.at(0)).not.toHaveProperty('reason');
  });
});

it('what follows the run of a request names its key, and so do the entries of the key', async () => {
  const { id } = await asked(ada.connection, 'rotateKey', { role: 'encryption' });
  await approve(bob.connection, id);
  const { events } = await world().admin('listEvents', { subjectId: id, orderBy: 'time' });
  expect(events.map(({ event, concerns }) => [event, concerns])).toEqual(
    ['create', 'approve', 'succeed'].map((event) => [event, ['rotateKey', 'encryption']]),
  );
  const { requestId = '' } = events[1]!;
  const started = await world().admin('listEvents', { requestId, subject: 'key' });
  expect(started.events.map(({ event, concerns }) => [event, concerns])).toContainEqual([
    'startRotation',
    ['encryption'],
  ]);
});

it('the audit log names the key that an approval is about, also after its request ran', async () => {
  const approval = await asked(ada.connection, 'rotateKey', { role: 'identity' });
  await callAdmin(bob.connection, 'refuseApproval', { id: approval.id });
  const id = (await world().admin('requestKey', {})).id;
  const other = await asked(ada.connection, 'discardKey', { id });
  await approve(bob.connection, other.id);
  const [rotation, discarded] = [approval, other].map((one) =>
    trail(one.id).map(({ event, concerns }) => [event, JSON.parse(String(concerns))]),
  );
  expect(rotation).toEqual([
    ['create', ['rotateKey', 'identity']],
    ['refuse', ['rotateKey', 'identity']],
  ]);
  expect(discarded).toEqual([
    ['create', ['discardKey', id]],
    ['approve', ['discardKey', id]],
    ['succeed', ['discardKey', id]],
  ]);
});

describe('Expiry of requests for approval', () => {
  const { world: waiting, operator: person } = useGuardedWorld(
    { 'admin.secondPerson': ['revokeHolder'], 'admin.approvalHours': 1 },
    { ada: 'administrator', bob: 'administrator' },
  );

  it('a request for approval expires after admin.approvalHours, and its members are erased', async () => {
    const id = await newHolder(waiting());
    const approval = await asked(person('ada').connection, 'revokeHolder', { id });
    waiting().advance(HOUR);
    expect((await waiting().admin('getApproval', { id: approval.id })).state).toBe('expired');
    const { connection } = await signedInAgain(waiting(), person('bob'));
    const late = approve(connection, approval.id);
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

  it('only the methods that the setting names need approval', async () => {
    const id = await newHolder(waiting());
    await waiting().admin('eraseHolder', { id });
    await adminRefusal(waiting().admin('getHolder', { id }), 'NOT_FOUND');
  });
});

describe('A process that stops while it executes an approved request', () => {
  it('a request whose process stopped while executing it is marked interrupted and not run again; a person must check it', async () => {
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

describe('Approval of changed roles', () => {
  it('a changed role needs approval, and the approval is listed under the id of the user', async () => {
    const id = await newUser(world(), 'dora@example.com');
    const approval = await asked(ada.connection, 'setUserRole', {
      user: 'dora@example.com',
      role: 'approver',
    });
    expect(approval.arguments).toEqual({ user: id, role: 'approver' });
    await approve(bob.connection, approval.id);
    expect((await world().admin('getUser', { user: id })).role).toBe('approver');
  });
});

describe('diptych approvals', () => {
  it('commands exit with 4 for a request that awaits approval; diptych approvals lists, shows, approves and refuses it', async () => {
    const id = await newHolder(world());
    const credential = (await activePhone(world())).ids.credentialId;
    const by = (person: TestOperator) => as(person, world());
    const asks = await diptych('credentials', 'revoke', credential, '--yes', ...by(ada));
    expect([asks.exit, asks.out]).toEqual([4, '']);
    expect(asks.err).toMatch(/revokeCredential waits until .* diptych approvals approve \w{20}/);
    const json = await diptych('holders', 'erase', id, '--yes', '--json', ...by(ada));
    expect(json.exit).toBe(4);
    const { approval } = JSON.parse(json.err) as { approval: { id: string } };
    const list = await diptych('approvals', 'list', '--state', 'awaited', '--wide', ...by(eve));
    expect(list.out).toContain(approval.id);
    expect(list.out).toContain('Erase a holder');
    expect(list.out).not.toContain('eraseHolder');
    expect(list.out).toContain(ada.email);
    expect(list.out).not.toContain(ada.id);
    expect((await diptych('approvals', 'show', approval.id, ...by(eve))).out).toContain(id);
    expect((await diptych('approvals', 'approve', approval.id, '--yes', ...by(eve))).exit).toBe(1);
    const done = await diptych('approvals', 'approve', approval.id, '--yes', ...by(bob));
    expect(done.out).toContain('eraseHolder is done');
    const other = /approve (\w{20})/.exec(asks.err)?.[1] as string;
    expect((await diptych('approvals', 'refuse', other, ...by(bob))).out).toContain('is refused');
    expect((await diptych('approvals', 'approve', '--help')).out).toContain('Examples:');
  });
});
