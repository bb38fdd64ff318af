import { describe, expect, it } from 'vitest';
import { CREATE_EXPERIMENT, createGroup, experimentBody, GET_GROUP, PATCH_GROUP } from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const publicWorld = useWorld({ groupExtensions: false });

const ARCHIVE = 'accounts.mediationGroups.archive';
const UNARCHIVE = 'accounts.mediationGroups.unarchive';
const LIST = 'accounts.mediationGroups.list';

async function prepared(changes: object = {}, at = world()) {
  const publisher = await at.publisher();
  const { path, ...created } = await createGroup(at, publisher, changes);
  const ids = async (query: Readonly<Record<string, string>> = {}) => {
    const { mediationGroups = [] } = await at.call(publisher, LIST, { query });
    return mediationGroups.map(({ mediationGroupId }) => mediationGroupId);
  };
  return {
    ...created,
    path,
    publisher,
    ids,
    patch: (updateMask: string, body: object) =>
      at.call(publisher, PATCH_GROUP, { path, query: { updateMask }, body }),
    refused: (updateMask: string, body: object) =>
      at.refused(publisher, PATCH_GROUP, { path, query: { updateMask }, body }),
    archive: (body: object = {}) => at.call(publisher, ARCHIVE, { path, body }),
    unarchive: (body: object = {}) => at.call(publisher, UNARCHIVE, { path, body }),
  };
}

describe('Extensions of a mediation group: what only the console of the public service can change', () => {
  it.each([
    ['displayName', { displayName: 'Another' }],
    ['display_name', { displayName: 'Another' }],
    ['state', { state: 'DISABLED' }],
    ['priority', { priority: 10 }],
    ['targeting.targetedRegionCodes', { targeting: { targetedRegionCodes: ['US', 'DE'] } }],
    ['targeting.excludedRegionCodes', { targeting: { excludedRegionCodes: ['FR'] } }],
  ])('the mask %s changes what it names and nothing else', async (mask, body) => {
    const { patch, group } = await prepared();
    const after = await patch(mask, body);
    expect(after).toMatchObject(body);
    const { etag: _, ...rest } = after;
    const { etag: __, ...before } = group;
    expect({ ...rest, ...before, targeting: { ...rest.targeting, ...before.targeting } }).toEqual({
      ...before,
      ...(rest.priority && { priority: rest.priority }),
      targeting: { ...before.targeting, ...rest.targeting },
    });
  });

  it('the mask targeting.idfaTargeting changes it, and its removal means ALL on iOS', async () => {
    const { patch } = await prepared({ targeting: { platform: 'IOS', format: 'BANNER' } });
    const mask = 'targeting.idfaTargeting';
    const narrowed = await patch(mask, { targeting: { idfaTargeting: 'AVAILABLE' } });
    expect(narrowed.targeting?.idfaTargeting).toBe('AVAILABLE');
    expect((await patch(mask, {})).targeting?.idfaTargeting).toBe('ALL');
  });

  it('a patch without a mask changes them too', async () => {
    const { publisher, path, group } = await prepared();
    const body = { ...group, displayName: 'Another', state: 'DISABLED', priority: 3 };
    const after = await world().call(publisher, PATCH_GROUP, { path, body });
    expect(after).toMatchObject({ displayName: 'Another', state: 'DISABLED', priority: 3 });
  });

  it('a priority is removed by its mask without a value', async () => {
    const { patch } = await prepared({ priority: 5 });
    expect(await patch('priority', {})).not.toHaveProperty('priority');
  });

  it.each([
    ['displayName', { displayName: 'x'.repeat(121) }],
    ['priority', { priority: -1 }],
    ['priority', { priority: 1_000_001 }],
    ['targeting.targetedRegionCodes[0]', { targeting: { targetedRegionCodes: ['Germany'] } }],
  ])('a wrong value is refused at its field: %s', async (field, body) => {
    const { refused } = await prepared();
    const [mask = ''] = field.split('[');
    expect((await refused(mask, body)).violations.map((violation) => violation.field)).toEqual([field]);
  });

  it('a region cannot be targeted and excluded', async () => {
    const { refused } = await prepared({
      targeting: { platform: 'ANDROID', format: 'BANNER', targetedRegionCodes: ['US'] },
    });
    const body = { targeting: { excludedRegionCodes: ['US'] } };
    const { violations } = await refused('targeting.excludedRegionCodes', body);
    expect(violations.map(({ field }) => field)).toEqual(['targeting.excludedRegionCodes']);
  });

  it.each(['platform', 'format'])(
    'targeting.%s cannot be changed, because mappings depend on it',
    async (member) => {
      const { refused } = await prepared();
      expect((await refused(`targeting.${member}`, {})).reason).toBe('INVALID_UPDATE_MASK');
    },
  );
});

describe('An archived mediation group', () => {
  it('a page token is valid only with its showArchived, and false is the same as absent', async () => {
    const { publisher } = await prepared();
    await createGroup(world(), publisher);
    const list = (query: Record<string, string>) => world().call(publisher, LIST, { query });
    const tokenOf = async (query: Record<string, string>) =>
      (await list({ ...query, pageSize: '1' })).nextPageToken as string;
    const [without, withArchived] = [await tokenOf({}), await tokenOf({ showArchived: 'true' })];
    await list({ pageToken: without, showArchived: 'false' });
    await list({ pageToken: withArchived, show_archived: 'true' });
    for (const query of [{ pageToken: without, showArchived: 'true' }, { pageToken: withArchived }] as Record<
      string,
      string
    >[])
      expect((await world().refused(publisher, LIST, { query })).reason).toBe('INVALID_PAGE_TOKEN');
  });

  it('an archived group is disabled, has its archive time, and is listed only with showArchived', async () => {
    const { archive, ids, group, publisher, path } = await prepared();
    const archived = await archive();
    expect(archived).toMatchObject({ state: 'DISABLED', archiveTime: expect.stringMatching(/Z$/) });
    expect(await ids()).toEqual([]);
    expect(await ids({ showArchived: 'true' })).toEqual([group.mediationGroupId]);
    const filter = 'IN(PLATFORM, "ANDROID")';
    expect(await ids({ filter })).toEqual([]);
    expect(await ids({ filter, showArchived: 'true' })).toEqual([group.mediationGroupId]);
    expect(await world().call(publisher, 'accounts.mediationGroups.get', { path })).toEqual(archived);
  });

  it('an archived group refuses changes and experiments until it is unarchived', async () => {
    const { archive, unarchive, refused, patch, ids, group, publisher, path } = await prepared();
    await archive();
    expect(await refused('displayName', { displayName: 'x' })).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'GROUP_ARCHIVED',
    });
    const experiment = await world().refused(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    expect(experiment.reason).toBe('GROUP_ARCHIVED');
    const back = await unarchive();
    expect(back).toMatchObject({ state: 'DISABLED' });
    expect(back).not.toHaveProperty('archiveTime');
    expect(back.mediationGroupLines).toEqual(group.mediationGroupLines);
    expect(await ids()).toEqual([group.mediationGroupId]);
    expect((await patch('state', { state: 'ENABLED' })).state).toBe('ENABLED');
  });

  it('archiving and unarchiving twice changes nothing the second time', async () => {
    const { archive, unarchive } = await prepared();
    expect(await archive()).toEqual(await archive());
    expect(await unarchive()).toEqual(await unarchive());
  });

  it('a group with an experiment that was not stopped cannot be archived', async () => {
    const { publisher, path } = await prepared();
    await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    expect(await world().refused(publisher, ARCHIVE, { path, body: {} })).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'EXPERIMENT_RUNNING',
    });
  });

  it('an etag that is not the current one is refused', async () => {
    const { publisher, path } = await prepared();
    const answer = await world().refused(publisher, ARCHIVE, { path, body: { etag: '"0"' } });
    expect(answer.reason).toBe('ETAG_MISMATCH');
  });
});

/** A group that got a priority and was archived while the setting was on. */
async function archivedBefore() {
  const at = publicWorld();
  const publisher = await at.publisher();
  const { path, lineId, group } = await createGroup(at, publisher, { state: 'DISABLED' });
  const { mediationGroupId } = group;
  await at.database.write(async (db) => {
    const update = db.updateTable('mediation_group').set({ priority: 5, archived_at: at.now(), revision: 2 });
    await update.where('group_id', '=', mediationGroupId as string).execute();
  });
  const shown = { ...group, etag: '"2"' };
  return { publisher, path, lineId, shown };
}

describe('Without groupExtensions', () => {
  it('answers have no priority and no archiveTime', async () => {
    const { publisher, path, shown } = await archivedBefore();
    expect(await publicWorld().call(publisher, GET_GROUP, { path })).toEqual(shown);
    const { mediationGroups = [] } = await publicWorld().call(publisher, LIST);
    const [listed] = mediationGroups;
    expect(listed).toEqual({ ...shown, targeting: { ...shown.targeting, ...listed?.targeting } });
  });

  it('a group that was archived is a disabled group: it can be sent back, changed, and have experiments', async () => {
    const { publisher, path, lineId, shown } = await archivedBefore();
    expect(await publicWorld().call(publisher, PATCH_GROUP, { path, body: shown })).toEqual(shown);
    const body = { mediationGroupLines: { [lineId]: { displayName: 'Changed' } } };
    const changed = await publicWorld().call(publisher, PATCH_GROUP, { path, body });
    expect(changed.mediationGroupLines?.[lineId]?.displayName).toBe('Changed');
    expect(Object.keys(changed)).toEqual(Object.keys(shown));
    await publicWorld().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
  });

  it('a change keeps the priority and the archive time for when the setting is on again', async () => {
    const { publisher, path, lineId } = await archivedBefore();
    const body = { mediationGroupLines: { [lineId]: { displayName: 'Changed' } } };
    await publicWorld().call(publisher, PATCH_GROUP, { path, body });
    const id = path.mediationGroupsId as string;
    expect(await publicWorld().store.read((reader) => reader.group(publisher, id))).toMatchObject({
      priority: 5,
      archivedAt: publicWorld().now(),
    });
  });

  it('priority is an unknown field', async () => {
    const publisher = await publicWorld().publisher();
    const { path } = await createGroup(publicWorld(), publisher);
    const error = await publicWorld().refused(publisher, PATCH_GROUP, { path, body: { priority: 1 } });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_BODY' });
  });

  it('showArchived is an unknown parameter', async () => {
    const publisher = await publicWorld().publisher();
    const error = await publicWorld().refused(publisher, LIST, { query: { showArchived: 'true' } });
    expect(error.reason).toBe('INVALID_QUERY');
  });
});
