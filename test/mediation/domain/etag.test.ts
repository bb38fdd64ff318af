import { describe, expect, it } from 'vitest';
import {
  CREATE_EXPERIMENT,
  createGroup,
  DAY,
  experimentBody,
  GET_GROUP,
  PATCH_GROUP,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function prepared() {
  const publisher = await world().publisher();
  const created = await createGroup(world(), publisher);
  const { path, lineId, group } = created;
  const change = (state: string, etag?: string) => ({
    ...(etag !== undefined && { etag }),
    mediationGroupLines: { [lineId]: { state } },
  });
  return { publisher, path, etag: group.etag as string, change };
}

describe('If-Match on a patch of a group', () => {
  it.each([
    ['the current tag', (tag: string) => tag],
    ['the current tag, weakened by a proxy', (tag: string) => `W/${tag}`],
    ['a list with the current tag', (tag: string) => `"other", ${tag}`],
    ['*', () => '*'],
  ])('a patch with If-Match %s is accepted, and the etag changes', async (_, header) => {
    const { publisher, path, etag, change } = await prepared();
    const sent = { path, ifMatch: header(etag), body: change('DISABLED') };
    const group = await world().call(publisher, PATCH_GROUP, sent);
    expect(group.etag).not.toBe(etag);
    expect(group.etag).toBe((await world().call(publisher, GET_GROUP, { path })).etag);
  });

  it('a patch with an old etag in If-Match fails and changes nothing', async () => {
    const { publisher, path, etag, change } = await prepared();
    await world().call(publisher, PATCH_GROUP, { path, body: change('DISABLED') });
    const sent = { path, ifMatch: etag, body: change('ENABLED') };
    const error = await world().refused(publisher, PATCH_GROUP, sent);
    expect(error).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'CONDITION_NOT_MET' });
  });

  it('a patch of an unknown group is answered with 404 before If-Match is checked', async () => {
    const { publisher, change } = await prepared();
    const sent = { path: { mediationGroupsId: '0000000000' }, ifMatch: '*', body: change('ENABLED') };
    expect((await world().refused(publisher, PATCH_GROUP, sent)).code).toBe('NOT_FOUND');
  });
});

describe('The member etag in the body of a patch', () => {
  it('a patch with the current etag in its body is accepted', async () => {
    const { publisher, path, etag, change } = await prepared();
    await world().call(publisher, PATCH_GROUP, { path, body: change('DISABLED', etag) });
  });

  it('a patch with an old etag in its body is answered with ABORTED', async () => {
    const { publisher, path, etag, change } = await prepared();
    await world().call(publisher, PATCH_GROUP, { path, body: change('DISABLED') });
    const error = await world().refused(publisher, PATCH_GROUP, { path, body: change('ENABLED', etag) });
    expect(error.code).toBe('ABORTED');
  });

  it('the etag in the body is also compared if there is a mask', async () => {
    const { publisher, path, change } = await prepared();
    const sent = { path, query: 'updateMask=targeting.adUnitIds', body: change('ENABLED', '"old"') };
    expect((await world().refused(publisher, PATCH_GROUP, sent)).code).toBe('ABORTED');
  });

  it('the header If-Match is checked before the etag in the body', async () => {
    const { publisher, path, change } = await prepared();
    const sent = { path, ifMatch: '"old"', body: change('ENABLED', '"old"') };
    expect((await world().refused(publisher, PATCH_GROUP, sent)).reason).toBe('CONDITION_NOT_MET');
  });
});

describe('If-Match on experiments', () => {
  it('If-Match on experiments is compared with the etag of the group', async () => {
    const { publisher, path, etag } = await prepared();
    const create = { path, body: experimentBody() };
    const refusal = await world().refused(publisher, CREATE_EXPERIMENT, { ...create, ifMatch: '"old"' });
    expect(refusal.reason).toBe('CONDITION_NOT_MET');
    const experiment = await world().call(publisher, CREATE_EXPERIMENT, { ...create, ifMatch: etag });
    expect(experiment.etag).toBeDefined();

    const stop = { path, body: { variantChoice: 'VARIANT_CHOICE_A' } };
    const old = await world().refused(publisher, STOP_EXPERIMENT, { ...stop, ifMatch: etag });
    expect(old.reason).toBe('CONDITION_NOT_MET');
    const group = await world().call(publisher, GET_GROUP, { path });
    await world().call(publisher, STOP_EXPERIMENT, { ...stop, ifMatch: group.etag as string });
  });

  it('the etag of the group changes when an experiment ends by itself', async () => {
    const { publisher, path } = await prepared();
    await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    const running = await world().call(publisher, GET_GROUP, { path });
    world().advance(90 * DAY);
    const ended = await world().call(publisher, GET_GROUP, { path });
    expect(ended.etag).not.toBe(running.etag);
  });

  it('the etag of an experiment changes with its lines, its end and its stop', async () => {
    const { publisher, path, change } = await prepared();
    const created = await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    const at = { path: { ...path, mediationAbExperimentsId: created.experimentId as string } };
    const read = async () =>
      (await world().call(publisher, 'accounts.mediationGroups.mediationAbExperiments.get', at)).etag;
    const tags = [created.etag];
    expect(await read()).toBe(created.etag);
    await world().call(publisher, PATCH_GROUP, { path, body: change('DISABLED') });
    tags.push(await read());
    world().advance(90 * DAY);
    tags.push(await read());
    const body = { variantChoice: 'VARIANT_CHOICE_A' };
    const stopped = await world().call(publisher, STOP_EXPERIMENT, { path, body });
    tags.push(await read());
    expect(stopped.etag).toBe(tags.at(-1));
    expect(new Set(tags).size).toBe(4);
  });
});
