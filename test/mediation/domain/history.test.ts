import { describe, expect, it } from 'vitest';
import { ofLine } from './support/group-to-patch.ts';
import { ARCHIVE, DIFF, groupWithHistory, HISTORY } from './support/group-with-history.ts';
import { CREATE_EXPERIMENT, createGroup, experimentBody, GET_GROUP, liveLine } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const publicWorld = useWorld({ groupExtensions: false });

const HOUR = 3_600_000;

/** A group with three revisions, an hour apart: created, renamed, and with another price. */
async function threeRevisions() {
  const found = await groupWithHistory(world());
  world().advance(HOUR);
  await found.patch('displayName', { displayName: 'Second' });
  world().advance(HOUR);
  await found.patch(`${found.line}.cpmMicros`, ofLine(found.lineId, { cpmMicros: '3000000' }));
  return found;
}

describe('The history of a mediation group', () => {
  it('lists the revisions, the last one first, with time, author, method and changed fields', async () => {
    const { history, line } = await threeRevisions();
    const { revisions } = await history();
    const time = (ago: number) => new Date(world().now() - ago).toISOString();
    expect(revisions).toEqual([
      {
        revision: 3,
        createTime: time(0),
        author: 'user-1',
        method: 'admob.accounts.mediationGroups.patch',
        changedFields: [`${line}.cpmMicros`],
      },
      {
        revision: 2,
        createTime: time(HOUR),
        author: 'user-1',
        method: 'admob.accounts.mediationGroups.patch',
        changedFields: ['displayName'],
      },
      {
        revision: 1,
        createTime: time(2 * HOUR),
        author: 'user-1',
        method: 'admob.accounts.mediationGroups.create',
      },
    ]);
  });

  it('every change is a revision: archive, unarchive, experiments and roll-backs too', async () => {
    const { publisher, path, history, rollback } = await threeRevisions();
    await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    const stop = { path, body: { variantChoice: 'VARIANT_CHOICE_A' } };
    await world().call(publisher, 'accounts.mediationGroups.mediationAbExperiments.stop', stop);
    await world().call(publisher, ARCHIVE, { path, body: {} });
    await world().call(publisher, 'accounts.mediationGroups.unarchive', { path, body: {} });
    await rollback(1);
    const { revisions = [] } = await history();
    const methods = revisions.map(({ revision, method }) => [revision, method?.split('.').at(-1)]);
    expect(methods).toEqual([
      [8, 'rollback'],
      [7, 'unarchive'],
      [6, 'archive'],
      [5, 'stop'],
      [4, 'create'],
      [3, 'patch'],
      [2, 'patch'],
      [1, 'create'],
    ]);
    expect(revisions[2]?.changedFields).toEqual(['state', 'archiveTime']);
  });

  it('a change that changed nothing is no revision', async () => {
    const { patch, history } = await threeRevisions();
    await patch('displayName', { displayName: 'Second' });
    expect((await history()).revisions).toHaveLength(3);
  });

  it('pages follow each other without a gap', async () => {
    const { history } = await threeRevisions();
    const first = await history({ pageSize: '2' });
    expect(first.revisions?.map(({ revision }) => revision)).toEqual([3, 2]);
    const second = await history({ pageSize: '2', pageToken: first.nextPageToken });
    expect(second.revisions?.map(({ revision }) => revision)).toEqual([1]);
    expect(second).not.toHaveProperty('nextPageToken');
  });

  it('endTime leaves out later revisions, and its page tokens belong to it', async () => {
    const { publisher, path, history } = await threeRevisions();
    const endTime = new Date(world().now() - HOUR).toISOString();
    const { revisions, nextPageToken } = await history({ endTime, pageSize: '1' });
    expect(revisions?.map(({ revision }) => revision)).toEqual([2]);
    const query = { pageToken: nextPageToken as string };
    expect((await world().refused(publisher, HISTORY, { path, query })).reason).toBe('INVALID_PAGE_TOKEN');
    const before = new Date(world().now() - 3 * HOUR).toISOString();
    expect(await history({ endTime: before })).toEqual({});
  });

  it.each(['yesterday', '2026-11-20', '2026-13-01T00:00:00Z', '1790000000000'])(
    'the endTime %s is refused',
    async (endTime) => {
      const { publisher, path } = await threeRevisions();
      const error = await world().refused(publisher, HISTORY, { path, query: { endTime } });
      expect(error).toMatchObject({ reason: 'INVALID_QUERY', violations: [{ field: 'end_time' }] });
    },
  );

  it('one answer names a bad endTime and all else that is bad', async () => {
    const { publisher, path } = await threeRevisions();
    const query = { endTime: 'nope', pageToken: 'nope', colour: 'red' };
    const { violations } = await world().refused(publisher, HISTORY, { path, query });
    expect(violations.map(({ field }) => field).toSorted()).toEqual(['colour', 'end_time', 'page_token']);
  });

  it('a page ends before it becomes larger than 2 MiB', async () => {
    const text = (index: number) => `${index}`.padStart(255, 'x');
    const lines = Array.from({ length: 140 }, (_, index) => [`-${index + 1}`, liveLine(text(index))]);
    const { patch, history } = await groupWithHistory(world(), {
      mediationGroupLines: Object.fromEntries(lines),
    });
    for (let index = 0; index < 30; index += 1) await patch('displayName', { displayName: `Name ${index}` });
    const first = await history();
    const second = await history({ pageToken: first.nextPageToken });
    const all = [...(first.revisions ?? []), ...(second.revisions ?? [])];
    expect(all.map(({ revision }) => revision)).toEqual(Array.from({ length: 31 }, (_, index) => 31 - index));
    expect(first.revisions?.length).toBeLessThan(31);
  });
});

describe('A revision of a mediation group', () => {
  it('get with revision=N answers the group as it was', async () => {
    const { publisher, path, revision, group, read } = await threeRevisions();
    expect(await revision(1)).toEqual(group);
    expect((await revision(2)).displayName).toBe('Second');
    expect(await revision(3)).toEqual(await read());
    expect(await world().call(publisher, GET_GROUP, { path, query: { revision: '0' } })).toEqual(
      await read(),
    );
  });

  it('a revision is found among many', async () => {
    const { patch, revision } = await groupWithHistory(world());
    for (let index = 2; index <= 60; index += 1) await patch('displayName', { displayName: `Name ${index}` });
    for (const index of [2, 17, 18, 19, 34, 59, 60])
      expect(await revision(index)).toMatchObject({ displayName: `Name ${index}`, etag: `"${index}"` });
  });

  it('revisions are found if the clocks of processes differ', async () => {
    const { patch, revision, history } = await groupWithHistory(world());
    await patch('displayName', { displayName: 'Two' });
    await patch('displayName', { displayName: 'Three' });
    // As if the process that made revision 3 had a clock that is behind.
    await world().database.write(async (db) => {
      const query = db.selectFrom('state_change').select('change_id').where('subject', '=', 'mediationGroup');
      const last = await query.orderBy('change_id', 'desc').limit(1).executeTakeFirstOrThrow();
      const earlier = `00000000000000-${last.change_id.slice(15)}`;
      const update = db.updateTable('state_change').set({ change_id: earlier });
      await update.where('change_id', '=', last.change_id).execute();
    });
    await patch('displayName', { displayName: 'Four' });
    for (const [index, name] of ['Banner group', 'Two', 'Three', 'Four'].entries())
      expect((await revision(index + 1)).displayName).toBe(name);
    const { revisions = [] } = await history();
    expect(revisions.map((one) => one.revision).toSorted()).toEqual([1, 2, 3, 4]);
  });

  it.each(['4', '2147483647'])('the revision %s does not exist', async (revision) => {
    const { publisher, path } = await threeRevisions();
    const error = await world().refused(publisher, GET_GROUP, { path, query: { revision } });
    expect(error).toMatchObject({ code: 'NOT_FOUND', reason: 'NOT_FOUND' });
  });

  it.each(['9223372036854775808', '1.5', 'last', '1e99', '-1'])(
    'the revision %s is no number of a revision',
    async (revision) => {
      const { publisher, path } = await threeRevisions();
      const error = await world().refused(publisher, GET_GROUP, { path, query: { revision } });
      expect(error.reason).toBe('INVALID_QUERY');
    },
  );

  it('the group of another publisher has no revisions', async () => {
    const { path } = await threeRevisions();
    const other = await world().publisher();
    for (const method of [HISTORY, DIFF] as const)
      expect((await world().refused(other, method, { path })).reason).toBe('NOT_FOUND');
    const query = { revision: '1' };
    expect((await world().refused(other, GET_GROUP, { path, query })).reason).toBe('NOT_FOUND');
  });

  it('a revision that is too large for the audit log is listed, but has no content', async () => {
    const { revision, history, refusedRollback, publisher, path } = await threeRevisions();
    await world().database.write(async (db) => {
      const query = db.selectFrom('state_change').select('change_id').where('publisher_id', '=', publisher);
      const entries = await query.where('subject', '=', 'mediationGroup').orderBy('change_id').execute();
      const second = entries[1]?.change_id ?? '';
      const update = db.updateTable('state_change').set({ details: null, details_deflated: null });
      await update.where('change_id', '=', second).execute();
    });
    const { revisions = [] } = await history();
    expect(revisions.map((one) => one.revision)).toEqual([3, undefined, 1]);
    const query = { revision: '2' };
    const error = await world().refused(publisher, GET_GROUP, { path, query });
    expect(error).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'REVISION_NOT_KEPT' });
    expect((await refusedRollback({ revision: 2 })).reason).toBe('REVISION_NOT_KEPT');
    expect(await revision(1)).toMatchObject({ etag: '"1"' });
  });
});

describe('The differences of two revisions', () => {
  it('are listed value by value, with fields as in an update mask', async () => {
    const { diff, line } = await threeRevisions();
    expect(await diff({ from: '1', to: '3' })).toEqual({
      from: 1,
      to: 3,
      differences: [
        { field: 'displayName', before: 'Banner group', after: 'Second' },
        { field: `${line}.cpmMicros`, before: '2500000', after: '3000000' },
      ],
    });
  });

  it('the last change is compared unless the request says otherwise', async () => {
    const { diff, line } = await threeRevisions();
    expect((await diff()).differences?.map(({ field }) => field)).toEqual([`${line}.cpmMicros`]);
    expect(await diff({ to: '2' })).toMatchObject({ from: 1, to: 2 });
  });

  it('the first revision is compared with nothing', async () => {
    const { diff } = await threeRevisions();
    const { from, differences = [] } = await diff({ to: '1' });
    expect(from).toBeUndefined();
    expect(differences).toContainEqual({ field: 'displayName', after: 'Banner group' });
  });

  it('a revision compared with itself has none, and the order of the two is free', async () => {
    const { diff } = await threeRevisions();
    expect(await diff({ from: '2', to: '2' })).toEqual({ from: 2, to: 2 });
    expect((await diff({ from: '2', to: '1' })).differences).toEqual([
      { field: 'displayName', before: 'Second', after: 'Banner group' },
    ]);
  });

  it('a line that was removed is one difference', async () => {
    const { diff, patch, line, lineId, group } = await groupWithHistory(world());
    await patch(`${line}.state`, ofLine(lineId, { state: 'REMOVED' }));
    expect((await diff()).differences).toEqual([
      { field: line, before: group.mediationGroupLines?.[lineId] },
    ]);
  });

  it('a revision that does not exist has none', async () => {
    const { publisher, path } = await threeRevisions();
    for (const query of [{ from: '4' }, { to: '4' }] as Record<string, string>[])
      expect((await world().refused(publisher, DIFF, { path, query })).reason).toBe('NOT_FOUND');
  });

  it('both numbers must be those of revisions', async () => {
    const { publisher, path } = await threeRevisions();
    const error = await world().refused(publisher, DIFF, { path, query: { from: '-1', to: '-2' } });
    expect(error).toMatchObject({
      reason: 'INVALID_QUERY',
      violations: [{ field: 'from' }, { field: 'to' }],
    });
  });
});

it('without groupExtensions, revision is an unknown parameter', async () => {
  const publisher = await publicWorld().publisher();
  const { path } = await createGroup(publicWorld(), publisher);
  const error = await publicWorld().refused(publisher, GET_GROUP, { path, query: { revision: '1' } });
  expect(error.reason).toBe('INVALID_QUERY');
});
