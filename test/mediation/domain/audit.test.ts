import { describe, expect, it } from 'vitest';
import {
  CREATE_EXPERIMENT,
  createGroup,
  createMapping,
  DAY,
  experimentBody,
  PATCH_GROUP,
  SDK_KEY,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { ADMINISTRATOR, useWorld } from './support/world.ts';

const world = useWorld();

const changes = async (publisher: string, resource?: string) => {
  const request = { id: publisher, ...(resource !== undefined && { resource }) };
  return (await world().administration.listChanges(request, ADMINISTRATOR)).changes;
};

describe('The audit log of the mediation panel', () => {
  it('an entry has user, time, request, method, and the resource before and after', async () => {
    const publisher = await world().publisher();
    const { group, path, lineId } = await createGroup(world(), publisher);
    const patched = await world().call(publisher, PATCH_GROUP, {
      path,
      body: { mediationGroupLines: { [lineId]: { state: 'DISABLED' } } },
      caller: { subject: 'user-7' },
      requestId: 'request-patch',
    });
    const [creation, change] = await changes(publisher, group.name);
    expect(creation).toMatchObject({
      subject: 'user-1',
      method: 'admob.accounts.mediationGroups.create',
      resource: group.name,
      after: group,
    });
    expect(creation).not.toHaveProperty('before');
    expect(change).toEqual({
      time: new Date(world().now()).toISOString(),
      subject: 'user-7',
      requestId: 'request-patch',
      method: 'admob.accounts.mediationGroups.patch',
      resource: group.name,
      before: group,
      after: patched,
    });
  });

  it('a patch that changes nothing writes no entry to the audit log', async () => {
    const publisher = await world().publisher();
    const { group, path } = await createGroup(world(), publisher);
    await world().call(publisher, PATCH_GROUP, { path, body: {} });
    expect(await changes(publisher, group.name)).toHaveLength(1);
  });

  it('starting and stopping an experiment record the experiment and its group', async () => {
    const publisher = await world().publisher();
    const { path, group } = await createGroup(world(), publisher);
    const started = await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    const body = { variantChoice: 'VARIANT_CHOICE_B' };
    const stopped = await world().call(publisher, STOP_EXPERIMENT, { path, body });
    expect(await changes(publisher, started.name)).toMatchObject([
      { after: started },
      { before: started, after: stopped },
    ]);
    const subjectId = started.name ?? '';
    const rows = await world().store.read((reader) => reader.listEntries({ limit: 9 }, { subjectId }));
    expect(rows.map(({ event, reason }) => [event, reason])).toEqual([
      ['create', undefined],
      ['update', 'variantB'],
    ]);
    expect((await changes(publisher, group.name)).map(({ method }) => method)).toEqual([
      'admob.accounts.mediationGroups.create',
      'admob.accounts.mediationGroups.mediationAbExperiments.create',
      'admob.accounts.mediationGroups.mediationAbExperiments.stop',
    ]);
  });

  it('a new experiment that ends the previous one records both', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    const first = await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    world().advance(90 * DAY);
    await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody(), requestId: 'second' });
    expect((await changes(publisher, first.name)).at(-1)).toMatchObject({
      requestId: 'second',
      before: { state: 'ENDED' },
      after: { state: 'EXPIRED' },
    });
  });

  it('each mapping of a batch, and each app, ad unit and publisher, has an entry in the audit log', async () => {
    const publisher = await world().publisher();
    await createMapping(world(), publisher);
    const adUnitMapping = { adapterId: '111', adUnitConfigurations: { [SDK_KEY]: 'key' } };
    const requests = ['0000000001', '0000000002'].map((fragment) => ({
      parent: `accounts/${publisher}/adUnits/${fragment}`,
      adUnitMapping,
    }));
    await world().call(publisher, 'accounts.adUnitMappings.batchCreate', { body: { requests } });
    const app = await world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
    const unit = { appId: app.appId, displayName: 'Unit', adFormat: 'BANNER' };
    await world().call(publisher, 'accounts.adUnits.create', { body: unit });
    expect((await changes(publisher)).map(({ method }) => method)).toEqual([
      'createPublisher',
      'admob.accounts.adUnits.adUnitMappings.create',
      'admob.accounts.adUnitMappings.batchCreate',
      'admob.accounts.adUnitMappings.batchCreate',
      'admob.accounts.apps.create',
      'admob.accounts.adUnits.create',
    ]);
  });

  it('the audit log is read page by page, oldest first', async () => {
    const publisher = await world().publisher();
    for (let count = 0; count < 4; count += 1) {
      await world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
    }
    const all = await changes(publisher);
    const read = [];
    let pageToken: string | undefined = '';
    while (pageToken !== undefined) {
      const request = { id: publisher, pageSize: 2, pageToken };
      const page: Awaited<ReturnType<ReturnType<typeof world>['administration']['listChanges']>> =
        await world().administration.listChanges(request, ADMINISTRATOR);
      read.push(...page.changes);
      pageToken = page.nextPageToken;
    }
    expect(read).toEqual(all);
  });

  it('the basic view of the audit log has everything but the resources', async () => {
    const publisher = await world().publisher();
    await world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
    const all = await changes(publisher);
    const request = { id: publisher, view: 'basic' } as const;
    const basic = await world().administration.listChanges(request, ADMINISTRATOR);
    expect(all.some(({ after }) => after !== undefined)).toBe(true);
    expect(basic.changes).toEqual(all.map(({ before: _, after: __, ...change }) => change));
  });

  it('the audit log of an unknown publisher is answered with 404', async () => {
    const request = { id: 'pub-9999999999999999' };
    await expect(world().administration.listChanges(request, ADMINISTRATOR)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
