import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordsDigest } from '../../../src/admin/holders/import-holders.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import type { Connection } from '../../../src/cli/admin/connection.ts';
import { AwaitsApproval } from '../../../src/client/errors.ts';
import { as, diptych } from '../../support/cli.ts';
import { dump, expectNothingWritten, rows } from '../../support/database.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { mdl } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';

const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'diptych-again-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { world, operator: by } = useGuardedWorld(
  { 'admin.secondPerson': ['holders', 'codes'] },
  { ada: 'administrator', bob: 'administrator' },
);

const record = (id: string, family = 'Again') => ({ id, elements: mdl({ family_name: family }) });
const send = (name: string, ...holders: ReturnType<typeof record>[]) =>
  callAdmin(by(name).connection, 'importHolders', { holders });
const issue = (name: string, holderId: string) => callAdmin(by(name).connection, 'issueCode', { holderId });

/** The message of a command whose request waits for approval. */
const approvalsIn = (text: string) => /approve ((?:\w{20} ?)+)/.exec(text)?.[1]?.trim().split(' ') ?? [];

async function awaited(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('it was done at once'),
    (reason: unknown) => reason,
  );
  if (error instanceof AwaitsApproval) return error.approval;
  throw error;
}

const approve = (connection: Connection, id: string) => callAdmin(connection, 'approveApproval', { id });

async function imported(id: string): Promise<string> {
  const { id: approval } = await awaited(send('ada', record(id)));
  await approve(by('bob').connection, approval);
  await send('ada', record(id));
  return id;
}

describe('An import that needs a second person', () => {
  it('an import that waits for approval stores no records: only the digest, number and ids', async () => {
    const holders = [record('h-1', 'Unwritten'), record('h-2', 'Unwritten')];
    const approval = await awaited(send('ada', ...holders));
    expect(approval.arguments).toEqual({ digest: recordsDigest(holders), records: 2, ids: ['h-1', 'h-2'] });
    expect(dump(world()).join('')).not.toContain('Unwritten');
    await adminRefusal(world().admin('getHolder', { id: 'h-1' }), 'NOT_FOUND');
  });

  it('an approved import runs once, when the requester sends it again, and the audit log names both persons', async () => {
    const { id } = await awaited(send('ada', record('h-3')));
    const { approval, response } = await approve(by('bob').connection, id);
    expect([approval.state, response]).toEqual(['approved', {}]);
    expect((await send('ada', record('h-3'))).holders).toMatchObject([{ id: 'h-3', result: 'created' }]);
    const done = await world().admin('getApproval', { id });
    expect(done).toMatchObject({ state: 'done', requestedBy: by('ada').id, decidedBy: by('bob').id });
    expect(done.arguments).toBeUndefined();
    const { events } = await world().admin('listEvents', { subjectId: 'h-3' });
    expect(events).toMatchObject([{ operatorId: by('ada').id, approverId: by('bob').id }]);
    await awaited(send('ada', record('h-3')));
  });

  it('an import of other records, or by another requester, needs another approval', async () => {
    const { id } = await awaited(send('ada', record('h-4')));
    await approve(by('bob').connection, id);
    expect((await awaited(send('ada', record('h-4', 'Changed')))).id).not.toBe(id);
    expect((await awaited(send('bob', record('h-4')))).id).not.toBe(id);
    await adminRefusal(world().admin('getHolder', { id: 'h-4' }), 'NOT_FOUND');
  });

  it('an import is checked before it waits for approval; validateOnly needs no approval; the admin token is refused', async () => {
    await expectNothingWritten(world(), async () => {
      const wrong = { id: 'h-5', elements: {} };
      const call = callAdmin(by('ada').connection, 'importHolders', { holders: [wrong] });
      await adminRefusal(call, 'INVALID_ARGUMENT', 'RECORD_INVALID');
      const dry = { holders: [record('h-5')], validateOnly: true };
      expect(await callAdmin(by('ada').connection, 'importHolders', dry)).toEqual({ holders: [] });
      const byToken = world().admin('importHolders', { holders: [record('h-5')] });
      await adminRefusal(byToken, 'PERMISSION_DENIED', 'SIGN_IN_NEEDED');
    });
  });

  it('diptych holders import exits with 4, and imports when repeated after approval; a dry run prints the digest', async () => {
    const file = join(folder, 'two.json');
    const holders = [record('f-1'), record('f-2')];
    writeFileSync(file, JSON.stringify(holders));
    const run = (...args: string[]) => diptych('holders', 'import', file, ...args, ...as(by('ada'), world()));
    expect((await run('--dry-run')).out).toContain(`digest ${recordsDigest(holders)}`);
    const first = await run();
    expect([first.exit, first.err]).toEqual([4, expect.stringContaining('run the same command again')]);
    const id = /approve (\w{20})/.exec(first.err)?.[1] as string;
    const { out } = await diptych('approvals', 'approve', id, '--yes', ...as(by('bob'), world()));
    expect(out).toContain('importHolders is approved');
    expect((await run()).exit).toBe(0);
    expect((await world().admin('getHolder', { id: 'f-2' })).state).toBe('active');
  });
});

describe('An import in several chunks that needs a second person', () => {
  const ids = Array.from({ length: 250 }, (_, index) => `m-${index}`);
  const file = join(folder, 'many.json');
  const run = () => diptych('holders', 'import', file, ...as(by('ada'), world()));
  const approveAll = (waiting: readonly string[]) =>
    diptych('approvals', 'approve', ...waiting, '--yes', ...as(by('bob'), world()));
  const count = async () =>
    rows(world(), "select count(*) as n from holder where holder_id like 'm-%'").map(({ n }) => Number(n))[0];

  it('an import creates one approval for each chunk; when the command runs again, it uses the granted ones', async () => {
    writeFileSync(file, JSON.stringify(ids.map((id) => record(id))));
    const first = await run();
    const waiting = approvalsIn(first.err);
    expect([first.exit, waiting.length, await count()]).toEqual([4, 3, 0]);

    await approveAll(waiting.slice(0, 2));
    const second = await run();
    expect([second.exit, approvalsIn(second.err), await count()]).toEqual([4, waiting.slice(2), 200]);
    expect(second.err).not.toContain('nothing was done');

    await approveAll(waiting.slice(2));
    const third = await run();
    expect([third.exit, third.err, await count()]).toEqual([0, expect.stringContaining('200 records'), 250]);
  });
});

describe('A code that needs a second person', () => {
  it('a code that needed approval is returned to the requester, not to the approver', async () => {
    const holderId = await imported('c-1');
    const { id } = await awaited(issue('ada', holderId));
    expect((await approve(by('bob').connection, id)).response).toEqual({});
    expect((await issue('ada', holderId)).code).toMatch(/\S{8}/);
    await awaited(issue('ada', holderId));
  });

  it('a request for a code is checked before it waits for approval', async () => {
    const holderId = await imported('c-4');
    await expectNothingWritten(world(), async () => {
      await adminRefusal(issue('ada', 'none'), 'NOT_FOUND');
      const asked = callAdmin(by('ada').connection, 'issueCode', { holderId, txCode: true });
      await adminRefusal(asked, 'INVALID_ARGUMENT', 'REQUEST_INVALID');
    });
  });

  it('diptych codes issue --file waits for approval of all codes, and the same command then issues them', async () => {
    const file = join(folder, 'ids.csv');
    const ids = [await imported('c-2'), await imported('c-3')];
    writeFileSync(file, ids.join('\n'));
    const run = () => diptych('codes', 'issue', '--file', file, ...as(by('ada'), world()));
    const first = await run();
    expect([first.exit, first.out.trim().split('\n').length]).toEqual([4, 1]);
    const approvals = approvalsIn(first.err);
    expect(approvals).toHaveLength(2);
    await diptych('approvals', 'approve', ...approvals, '--yes', ...as(by('bob'), world()));
    const second = await run();
    expect([second.exit, second.out.trim().split('\n').length]).toEqual([0, 3]);
  });
});

describe('An approved request that is not sent again', () => {
  it('an approved request that is not sent again expires', async () => {
    const { id } = await awaited(send('ada', record('h-6')));
    await approve(by('bob').connection, id);
    world().advance(72 * HOUR);
    expect((await world().admin('getApproval', { id })).state).toBe('expired');
    await world().sweep();
    expect((await world().admin('getApproval', { id })).arguments).toBeUndefined();
  });
});
