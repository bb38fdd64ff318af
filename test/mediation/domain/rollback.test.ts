import { describe, expect, it } from 'vitest';
import { ofLine } from './support/group-to-patch.ts';
import {
  ARCHIVE,
  contentOf,
  groupWithHistory,
  HISTORY,
  ROLLBACK,
  UNARCHIVE,
} from './support/group-with-history.ts';
import {
  adUnit,
  CREATE_EXPERIMENT,
  createMapping,
  DAY,
  experimentBody,
  liveLine,
  manualLine,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { ADMINISTRATOR, CATALOGUE, useWorld } from './support/world.ts';

const world = useWorld();
const strict = useWorld({ strictInventory: true });

const STOP = { variantChoice: 'VARIANT_CHOICE_A' };

describe('A roll-back of a mediation group', () => {
  it('makes a new revision with the old content; the revisions between stay', async () => {
    const { patch, rollback, revision, group, history } = await groupWithHistory(world());
    await patch('displayName', { displayName: 'Second' });
    const back = await rollback(1);
    expect(contentOf(back)).toEqual(contentOf(group));
    expect(back.etag).toBe('"3"');
    expect((await revision(2)).displayName).toBe('Second');
    expect((await history()).revisions?.map(({ revision: number }) => number)).toEqual([3, 2, 1]);
  });

  it('is only tried with validateOnly in the query or in the body, as are archiving and bringing back', async () => {
    const { patch, rollback, read, publisher, path } = await groupWithHistory(world());
    await patch('displayName', { displayName: 'Second' });
    const unchanged = await read();
    const body = { revision: 1, validateOnly: true };
    expect(contentOf(await rollback(1, { body }))).not.toEqual(contentOf(unchanged));
    await rollback(1, { query: { validateOnly: 'true' } });
    const archived = await world().call(publisher, ARCHIVE, { path, body: { validateOnly: true } });
    expect(archived.archiveTime).toBeDefined();
    expect(await read()).toEqual(unchanged);
    await world().call(publisher, ARCHIVE, { path, body: {} });
    await world().call(publisher, UNARCHIVE, { path, body: { validateOnly: true } });
    expect((await read()).archiveTime).toBeDefined();
  });

  it('brings back name, state, priority, ad units, regions and lines', async () => {
    const targeting = {
      platform: 'IOS',
      format: 'BANNER',
      targetedRegionCodes: ['DE'],
      idfaTargeting: 'ALL',
    };
    const { patch, rollback, group, line, lineId } = await groupWithHistory(world(), {
      targeting,
      priority: 7,
    });
    await patch(
      `displayName,state,priority,targeting.targetedRegionCodes,targeting.excludedRegionCodes,targeting.idfaTargeting,${line},mediationGroupLines["-1"]`,
      {
        displayName: 'Other',
        state: 'DISABLED',
        targeting: { excludedRegionCodes: ['FR'], idfaTargeting: 'AVAILABLE' },
        mediationGroupLines: {
          [lineId]: { displayName: 'Dearer', cpmMode: 'MANUAL', cpmMicros: '9000000', state: 'DISABLED' },
          '-1': liveLine('New'),
        },
      },
    );
    expect(contentOf(await rollback(1))).toEqual(contentOf(group));
  });

  it('a removed line returns with its id, at its place', async () => {
    const lines = { '-1': manualLine('One'), '-2': manualLine('Two', '2000000'), '-3': liveLine('Three') };
    const { patch, rollback, group, lineId, read } = await groupWithHistory(world(), {
      mediationGroupLines: lines,
    });
    await patch(`mediationGroupLines["${lineId}"].state,mediationGroupLines["-1"]`, {
      mediationGroupLines: { [lineId]: { state: 'REMOVED' }, '-1': liveLine('Four') },
    });
    const back = await rollback(1);
    expect(Object.keys(back.mediationGroupLines ?? {})).toEqual(Object.keys(group.mediationGroupLines ?? {}));
    expect(back.mediationGroupLines).toEqual(group.mediationGroupLines);
    expect(await read()).toEqual(back);
    expect(contentOf(await rollback(2)).mediationGroupLines).not.toHaveProperty(lineId);
    expect((await rollback(1)).mediationGroupLines).toHaveProperty(lineId);
  });

  it('mappings of lines return', async () => {
    const made = await groupWithHistory(world());
    const mapping = await createMapping(world(), made.publisher);
    const unit = adUnit(made.publisher);
    const mask = `${made.line}.adUnitMappings["${unit}"]`;
    const mapped = await made.patch(mask, ofLine(made.lineId, { adUnitMappings: { [unit]: mapping } }));
    await made.rollback(1);
    expect(contentOf(await made.rollback(2))).toEqual(contentOf(mapped));
  });

  it('to the content that the group has changes nothing', async () => {
    const { rollback, patch, read, history } = await groupWithHistory(world());
    await patch('displayName', { displayName: 'Other' });
    await patch('displayName', { displayName: 'Banner group' });
    const before = await read();
    expect(await rollback(1)).toEqual(before);
    expect(await rollback(3)).toEqual(before);
    expect((await history()).revisions).toHaveLength(3);
  });

  it('with validateOnly answers the group as it would be, and stores nothing', async () => {
    const { rollback, patch, group, read } = await groupWithHistory(world());
    const changed = await patch('displayName', { displayName: 'Other' });
    const preview = await rollback(1, { query: { validateOnly: 'true' } });
    expect(preview).toEqual({ ...group, etag: '"3"' });
    expect(await read()).toEqual(changed);
  });

  it('the audit log has it as a change with the group before and after', async () => {
    const { publisher, patch, rollback } = await groupWithHistory(world());
    const before = await patch('displayName', { displayName: 'Other' });
    const after = await rollback(1);
    const request = { id: publisher, method: 'admob.accounts.mediationGroups.rollback' };
    const { changes } = await world().administration.listChanges(request, ADMINISTRATOR);
    expect(changes).toEqual([expect.objectContaining({ subject: 'user-1', before, after })]);
  });

  it.each([
    ['the body', { etag: '"1"' }, {}, 'ETAG_MISMATCH'],
    ['If-Match', {}, { ifMatch: '"1"' }, 'CONDITION_NOT_MET'],
  ])('with an etag in %s that is not the last one is refused', async (_, body, sent, reason) => {
    const { publisher, path, patch } = await groupWithHistory(world());
    await patch('displayName', { displayName: 'Other' });
    const call = { path, body: { revision: 1, ...body }, ...sent };
    expect((await world().refused(publisher, ROLLBACK, call)).reason).toBe(reason);
  });
});

describe('A roll-back is refused', () => {
  it.each([{}, { revision: 0 }, { revision: -1 }])('without a revision: %j', async (body) => {
    const { refusedRollback } = await groupWithHistory(world());
    const { code, violations } = await refusedRollback(body);
    expect([code, violations.map(({ field }) => field)]).toEqual(['INVALID_ARGUMENT', ['revision']]);
  });

  it.each([2, 2 ** 31 - 1])('to the revision %d, which does not exist', async (revision) => {
    const { refusedRollback } = await groupWithHistory(world());
    expect((await refusedRollback({ revision })).reason).toBe('NOT_FOUND');
  });

  it.each([2 ** 63, '9223372036854775808', 1.5, 'first', [1]])(
    'to %j, which is no revision',
    async (revision) => {
      const { refusedRollback } = await groupWithHistory(world());
      expect((await refusedRollback({ revision })).reason).toBe('INVALID_BODY');
    },
  );

  it('of the group of another publisher', async () => {
    const { path } = await groupWithHistory(world());
    const other = await world().publisher();
    const error = await world().refused(other, ROLLBACK, { path, body: { revision: 1 } });
    expect(error.reason).toBe('NOT_FOUND');
  });

  it('with the scope readonly, which reads the history', async () => {
    const { publisher, path } = await groupWithHistory(world());
    const caller = { scopes: ['readonly'] } as const;
    await world().call(publisher, HISTORY, { path, caller });
    const error = await world().refused(publisher, ROLLBACK, { path, caller, body: { revision: 1 } });
    expect(error.reason).toBe('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
  });

  it('while an experiment runs, and after its end until it is stopped', async () => {
    const { publisher, path, refusedRollback, rollback, group } = await groupWithHistory(world());
    await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    expect((await refusedRollback({ revision: 1 })).reason).toBe('EXPERIMENT_RUNNING');
    world().advance(91 * DAY);
    expect((await refusedRollback({ revision: 1 })).reason).toBe('EXPERIMENT_RUNNING');
    await world().call(publisher, STOP_EXPERIMENT, { path, body: STOP });
    expect(contentOf(await rollback(1))).toEqual(contentOf(group));
  });

  it('while the group is archived', async () => {
    const { publisher, path, patch, refusedRollback, rollback } = await groupWithHistory(world());
    await patch('displayName', { displayName: 'Other' });
    await world().call(publisher, ARCHIVE, { path, body: {} });
    expect((await refusedRollback({ revision: 1 })).reason).toBe('GROUP_ARCHIVED');
    await world().call(publisher, UNARCHIVE, { path, body: {} });
    expect((await rollback(1)).state).toBe('ENABLED');
  });

  it('not for what is the same today, even if the catalogue has changed since', async () => {
    const { patch, rollback, group } = await groupWithHistory(world());
    await patch('displayName', { displayName: 'Other' });
    world().catalogue.replace({ ...CATALOGUE, adSource: () => undefined, adapter: () => undefined });
    const back = await rollback(1).finally(() => world().catalogue.replace(CATALOGUE));
    expect(contentOf(back)).toEqual(contentOf(group));
  });

  it('with all that today forbids in one answer: catalogue, mappings, inventory and limits', async () => {
    const at = strict();
    const publisher = await at.publisher();
    const { appId } = await at.call(publisher, 'accounts.apps.create', { body: { platform: 'ANDROID' } });
    const unit = { appId, displayName: 'Unit', adFormat: 'BANNER' };
    const { adUnitId = '' } = await at.call(publisher, 'accounts.adUnits.create', { body: unit });
    const fragment = adUnitId.slice(-10);
    const mapping = await createMapping(at, publisher, { fragment });
    const CREATE = 'accounts.mediationGroups.create';
    const group = await at.call(publisher, CREATE, {
      body: {
        displayName: 'Group',
        targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnitId] },
        mediationGroupLines: { '-1': { ...manualLine(), adUnitMappings: { [adUnitId]: mapping } } },
      },
    });
    const path = { mediationGroupsId: group.mediationGroupId as string };
    const [lineId = ''] = Object.keys(group.mediationGroupLines ?? {});
    const line = `mediationGroupLines["${lineId}"]`;
    await at.call(publisher, 'accounts.mediationGroups.patch', {
      path,
      query: { updateMask: `${line}.state,targeting.adUnitIds` },
      body: { ...ofLine(lineId, { state: 'REMOVED' }), targeting: { adUnitIds: [] } },
    });
    await at.database.write((db) => db.deleteFrom('ad_unit').where('fragment', '=', fragment).execute());
    at.catalogue.replace({ ...CATALOGUE, adSource: () => undefined, adapter: () => undefined });
    const error = await at.refused(publisher, ROLLBACK, { path, body: { revision: 1 } });
    at.catalogue.replace(CATALOGUE);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_MEDIATION_GROUP' });
    expect(error.violations.map(({ field }) => field)).toEqual([
      `${line}.adSourceId`,
      `${line}.adUnitMappings["${adUnitId}"]`,
      'targeting.adUnitIds[0]',
    ]);
  });
});
