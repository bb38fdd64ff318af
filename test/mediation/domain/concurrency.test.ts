import { describe, expect, it } from 'vitest';
import { StatusError } from '../../../src/conventions/index.ts';
import { contentOf, ROLLBACK } from './support/group-with-history.ts';
import {
  CREATE_EXPERIMENT,
  CREATE_GROUP,
  createGroup,
  experimentBody,
  GET_GROUP,
  groupBody,
  liveLine,
  PATCH_GROUP,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

/** Sends all requests at once. Returns the answers and the reasons of the refusals. */
async function atOnce<T>(count: number, send: (index: number) => Promise<T>) {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, index) => send(index)));
  const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refusals = outcomes.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    if (!(one.reason instanceof StatusError)) throw one.reason;
    return [one.reason.reason];
  });
  return { answers, refusals };
}

describe('Concurrent requests to the mediation panel', () => {
  it('50 concurrent patches that each add a line give 50 lines', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher, { mediationGroupLines: undefined });
    const { answers } = await atOnce(50, (index) =>
      world().call(publisher, PATCH_GROUP, {
        path,
        query: { updateMask: 'mediationGroupLines["-1"]' },
        body: { mediationGroupLines: { '-1': liveLine(`Line ${index}`) } },
      }),
    );
    const group = await world().call(publisher, GET_GROUP, { path });
    const names = Object.values(group.mediationGroupLines ?? {}).map(({ displayName }) => displayName);
    expect(new Set(names).size).toBe(51);
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(50);
  });

  it('of 20 concurrent experiments for one group exactly one succeeds', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    const { answers, refusals } = await atOnce(20, () =>
      world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() }),
    );
    expect(answers).toHaveLength(1);
    expect(refusals).toEqual(Array(19).fill('EXPERIMENT_RUNNING'));
  });

  it('of 20 concurrent stops of one experiment exactly one succeeds', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher);
    await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    const { answers, refusals } = await atOnce(20, (index) =>
      world().call(publisher, STOP_EXPERIMENT, {
        path,
        body: { variantChoice: index % 2 === 0 ? 'VARIANT_CHOICE_A' : 'VARIANT_CHOICE_B' },
      }),
    );
    expect(answers).toHaveLength(1);
    expect(refusals).toEqual(Array(19).fill('NO_EXPERIMENT_RUNNING'));
  });

  it('of 20 concurrent patches with the same etag in If-Match exactly one succeeds', async () => {
    const publisher = await world().publisher();
    const { path, group } = await createGroup(world(), publisher);
    const { answers, refusals } = await atOnce(20, (index) =>
      world().call(publisher, PATCH_GROUP, {
        path,
        ifMatch: group.etag as string,
        body: { mediationGroupLines: { '-1': liveLine(`Line ${index}`) } },
      }),
    );
    expect(answers).toHaveLength(1);
    expect(refusals).toEqual(Array(19).fill('CONDITION_NOT_MET'));
  });

  it('of a roll-back and 19 patches with the same etag in If-Match exactly one succeeds', async () => {
    const publisher = await world().publisher();
    const { path, lineId } = await createGroup(world(), publisher);
    const removed = await world().call(publisher, PATCH_GROUP, {
      path,
      query: { updateMask: `mediationGroupLines["${lineId}"].state` },
      body: { mediationGroupLines: { [lineId]: { state: 'REMOVED' } } },
    });
    const ifMatch = removed.etag as string;
    const { answers, refusals } = await atOnce(20, (index) =>
      index === 10
        ? world().call(publisher, ROLLBACK, { path, ifMatch, body: { revision: 1 } })
        : world().call(publisher, PATCH_GROUP, {
            path,
            ifMatch,
            body: { mediationGroupLines: { '-1': liveLine(`Line ${index}`) } },
          }),
    );
    expect(answers).toHaveLength(1);
    expect(refusals).toEqual(Array(19).fill('CONDITION_NOT_MET'));
  });

  it('roll-backs and patches without an etag follow each other, and each revision is what it was', async () => {
    const publisher = await world().publisher();
    const { path, group } = await createGroup(world(), publisher);
    const { answers, refusals } = await atOnce(20, (index) =>
      index % 2 === 0
        ? world().call(publisher, ROLLBACK, { path, body: { revision: 1 } })
        : world().call(publisher, PATCH_GROUP, {
            path,
            query: { updateMask: 'displayName' },
            body: { displayName: `Name ${index}` },
          }),
    );
    expect(refusals).toEqual([]);
    for (const answer of answers) {
      const revision = String(answer.etag).replaceAll('"', '');
      expect(await world().call(publisher, GET_GROUP, { path, query: { revision } })).toEqual(answer);
    }
    const back = await world().call(publisher, ROLLBACK, { path, body: { revision: 1 } });
    expect(contentOf(back)).toEqual(contentOf(group));
  });

  it('of 20 concurrent roll-backs to the same revision one makes a revision, and its line has one id', async () => {
    const publisher = await world().publisher();
    const { path, lineId, group } = await createGroup(world(), publisher);
    await world().call(publisher, PATCH_GROUP, {
      path,
      query: { updateMask: `mediationGroupLines["${lineId}"].state` },
      body: { mediationGroupLines: { [lineId]: { state: 'REMOVED' } } },
    });
    const { answers } = await atOnce(20, () =>
      world().call(publisher, ROLLBACK, { path, body: { revision: 1 } }),
    );
    expect(new Set(answers.map(({ etag }) => etag))).toEqual(new Set(['"3"']));
    expect(answers[0]?.mediationGroupLines).toEqual(group.mediationGroupLines);
  });

  it('of 20 concurrent experiments with the same etag in If-Match exactly one succeeds', async () => {
    const publisher = await world().publisher();
    const { path, group } = await createGroup(world(), publisher);
    const { answers, refusals } = await atOnce(20, () =>
      world().call(publisher, CREATE_EXPERIMENT, {
        path,
        ifMatch: group.etag as string,
        body: experimentBody(),
      }),
    );
    expect(answers).toHaveLength(1);
    expect(refusals).toEqual(Array(19).fill('CONDITION_NOT_MET'));
  });

  it('200 concurrently created groups and their lines never share an id', async () => {
    const publisher = await world().publisher();
    const { answers } = await atOnce(200, () =>
      world().call(publisher, CREATE_GROUP, { body: groupBody(publisher) }),
    );
    const groups = answers.map(({ mediationGroupId }) => mediationGroupId as string);
    const lines = answers.flatMap(({ mediationGroupLines }) => Object.keys(mediationGroupLines ?? {}));
    expect(new Set(groups).size).toBe(200);
    expect(new Set(lines).size).toBe(400);
    for (const id of groups) expect(id).toMatch(/^\d{10}$/);
    for (const id of lines) expect(id).toMatch(/^\d{16}$/);
  });
});
