import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../src/audit/index.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { diptych, to } from '../support/cli.ts';
import { execute, query } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import type { TestOperator } from '../support/operator.ts';
import { verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PUBLISHER = 'pub-1234567890123456';
const LINE = { displayName: 'Line', adSourceId: '1063618907739174004', cpmMode: 'MANUAL' };

const { world, operator } = useGuardedWorld(
  { 'admin.secondPerson': ['eraseHolder', 'revokeCredential'] },
  { ada: 'administrator', bob: 'administrator', eve: 'viewer' },
);
let ada: TestOperator;
let bob: TestOperator;
let holderId: string;
let credentialId: string;
let userId: string;
let groupName: string;

/** Calls a method that one person requests and another person approves. */
async function byTwo<Name extends 'eraseHolder' | 'revokeCredential' | 'setUserRole'>(
  name: Name,
  request: Parameters<typeof callAdmin<Name>>[2],
): Promise<void> {
  const asked = await callAdmin(ada.connection, name, request).catch((error: unknown) => error);
  if (!(asked instanceof AwaitsApproval)) throw asked;
  await callAdmin(bob.connection, 'approveApproval', { id: asked.approval.id });
}

async function changeGroup(): Promise<string> {
  const { accessToken } = await callAdmin(ada.connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['monetization'],
  });
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const url = `${world().url}/v1beta/accounts/${PUBLISHER}/mediationGroups${path}`;
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { readonly name: string; readonly mediationGroupId: string };
  };
  const adUnitIds = [`ca-app-${PUBLISHER}/0000000001`];
  const targeting = { platform: 'ANDROID', format: 'BANNER', adUnitIds };
  const mediationGroupLines = { '-1': { ...LINE, cpmMicros: '2500000', state: 'ENABLED' } };
  const group = await send('POST', '', { displayName: 'Group', targeting, mediationGroupLines });
  const changed = { targeting: { adUnitIds: [...adUnitIds, `ca-app-${PUBLISHER}/0000000002`] } };
  await send('PATCH', `/${group.mediationGroupId}?updateMask=targeting.ad_unit_ids`, changed);
  return group.name;
}

beforeAll(async () => {
  [ada, bob] = [operator('ada'), operator('bob')];
  const phone = await activePhone(world());
  ({ holderId } = phone);
  ({ credentialId } = phone.ids);
  await byTwo('revokeCredential', { id: credentialId, reason: 'deviceStolen' });
  userId = operator('eve').id;
  await byTwo('setUserRole', { user: userId, role: 'approver' });
  await callAdmin(ada.connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  groupName = await changeGroup();
  await callAdmin(ada.connection, 'rotateKey', { role: 'identity' });
  world().advance(SEALED_AFTER + 1);
  await world().server.context.sealLog();
  await byTwo('eraseHolder', { id: holderId });
  world().advance(SEALED_AFTER + 1);
  await world().server.context.sealLog();
}, 180_000);

describe('The audit log of a life cycle that uses every part of the server', () => {
  it('the audit log lists all changes in their order', async () => {
    const { events } = await world().admin('listEvents', { pageSize: 1000 });
    const told = events.map(({ subject, event }) => `${subject} ${event}`);
    const life = [
      'holder create',
      'device register',
      'code create',
      'proofing create',
      'credential create',
      'credential prove',
      'approval create',
      'credential revoke',
      'approval create',
      'user setRole',
      'publisher create',
      'token issue',
      'mediationGroup create',
      'mediationGroup update',
      'key startRotation',
      'approval create',
      'holder erase',
    ];
    let from = 0;
    for (const step of life) {
      const at = told.indexOf(step, from);
      expect([step, at >= from]).toEqual([step, true]);
      from = at + 1;
    }
  });

  it('the audit log records who made each change, with which request, and who approved it', async () => {
    const { events } = await world().admin('listEvents', { subject: 'credential', event: 'revoke' });
    expect(events).toEqual([
      expect.objectContaining({ subjectId: credentialId, operatorId: ada.id, approverId: bob.id }),
    ]);
    const { events: roles } = await world().admin('listEvents', { subject: 'user', event: 'setRole' });
    expect(roles).toHaveLength(1);
    expect(roles[0]).toMatchObject({
      subjectId: userId,
      operatorId: ada.id,
      approverId: bob.id,
      requestId: expect.any(String),
      details: { before: { role: 'viewer' }, after: { role: 'approver' } },
    });
  });

  it('the audit log can be filtered by publisher, with the resource before and after', async () => {
    const { events } = await world().admin('listEvents', { publisherId: PUBLISHER });
    expect(events.map(({ subject, event }) => `${subject} ${event}`)).toEqual([
      'publisher create',
      'mediationGroup create',
      'mediationGroup update',
    ]);
    const { changes } = await callAdmin(world().connection, 'listChanges', { id: PUBLISHER });
    expect(changes.map(({ before, after }) => ({ ...(before && { before }), after }))).toEqual(
      events.map(({ details }) => details),
    );
  });

  it('explain shows the audit log for the id of a user, a publisher or a mediation group', async () => {
    const explain = async (id: string) => (await diptych('explain', id, ...to(world()))).out;
    expect(await explain(userId)).toMatch(/This is the id of a user.* changed the role of /s);
    expect(await explain(PUBLISHER)).toMatch(/This is the id of a publisher.*publisher pub-/s);
    expect(await explain(groupName)).toMatch(
      /This is the id of a mediation group.* changed mediation group /s,
    );
  });

  it('the audit log contains no names, emails or holder ids', async () => {
    const { database } = world().server.context.folder;
    const text = JSON.stringify(query(database, 'select * from state_change'));
    for (const name of ['@example.com', 'Mustermann', holderId]) expect(text).not.toContain(name);
  });

  it('the audit log is sealed and verifies, on the server and as an exported file', async () => {
    expect(await verifyEvents(world())).toMatchObject({ exit: 0, unsealedLines: 0 });
    const file = join(temporaryFolder('one-life'), 'log.jsonl');
    expect((await diptych('events', 'export', '--out', file, ...to(world()))).exit).toBe(0);
    expect((await diptych('events', 'verify', file, ...to(world()))).exit).toBe(0);
    rmSync(file);
  });

  it('the audit log no longer verifies if the details of a sealed entry are changed', async () => {
    const { database } = world().server.context.folder;
    const change = (from: string, to: string) =>
      execute(
        database,
        "update state_change set details = replace(details, ?, ?) where event = 'setRole'",
        from,
        to,
      );
    change('viewer', 'operator');
    const { exit, problem } = await verifyEvents(world());
    expect([exit, problem?.text]).toEqual([1, expect.stringContaining('changed')]);
    change('operator', 'viewer');
    expect(await verifyEvents(world())).toMatchObject({ exit: 0 });
  });
});
