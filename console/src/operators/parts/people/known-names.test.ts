import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tellSignedOut } from '../../../frame/signed-out.ts';
import { type Ask, forgetNames, knownNames, namesOf, subscribe, want } from './known-names.ts';

type Answer = Awaited<ReturnType<Ask>>;

/** Requests that the test answers. */
function requests() {
  const all: { readonly ids: readonly string[]; readonly answer: (names: readonly string[]) => void }[] = [];
  const ask: Ask = (ids) =>
    new Promise<Answer>((resolve) => {
      all.push({
        ids,
        answer: (given) => resolve({ holders: given.map((name, at) => ({ id: ids[at]!, name })) }),
      });
    });
  return { all, ask };
}

/** Until what was asked or answered had its effect. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('The names of holders', () => {
  beforeEach(forgetNames);

  it('the ids of one drawing of the page are one request', async () => {
    const { all, ask } = requests();
    for (const id of ['h-1', 'h-2', 'h-1']) want(id, ask);
    await settled();
    expect(all.map(({ ids }) => ids)).toEqual([['h-1', 'h-2']]);
    all[0]!.answer(['Elena Brandt', 'Jan Berg']);
    await settled();
    expect([...knownNames()]).toEqual([
      ['h-1', 'Elena Brandt'],
      ['h-2', 'Jan Berg'],
    ]);
  });

  it('what needs the names of many waits until those that are unknown were read', async () => {
    const { all, ask } = requests();
    want('h-1', ask);
    await settled();
    const wanted = namesOf(['h-1', 'h-2'], ask);
    await settled();
    expect(all.map(({ ids }) => ids)).toEqual([['h-1'], ['h-2']]);
    all[1]!.answer(['Jan Berg']);
    all[0]!.answer(['Elena Brandt']);
    expect([...(await wanted).values()].toSorted()).toEqual(['Elena Brandt', 'Jan Berg']);
    expect((await namesOf(['h-2'], ask)).get('h-2')).toBe('Jan Berg');
    expect(all).toHaveLength(2);
  });

  it('what needs a name that cannot be read goes on without it', async () => {
    const fail = vi.fn<Ask>().mockRejectedValue(new Error('unreachable'));
    expect((await namesOf(['h-1'], fail)).size).toBe(0);
  });

  it('an id is not asked again while its request is under way', async () => {
    const { all, ask } = requests();
    want('h-1', ask);
    await settled();
    want('h-1', ask);
    want('h-2', ask);
    await settled();
    expect(all.map(({ ids }) => ids)).toEqual([['h-1'], ['h-2']]);
  });

  it('an id is asked again after its request failed', async () => {
    const fail = vi.fn<Ask>().mockRejectedValue(new Error('unreachable'));
    want('h-1', fail);
    await settled();
    want('h-1', fail);
    await settled();
    expect(fail).toHaveBeenCalledTimes(2);
    expect(knownNames().size).toBe(0);
  });

  it('an answer that comes after the person signed out is dropped', async () => {
    const { all, ask } = requests();
    want('h-1', ask);
    await settled();
    tellSignedOut();
    all[0]!.answer(['Elena Brandt']);
    await settled();
    expect(knownNames().size).toBe(0);
  });

  it('what waits when the person signs out is not asked, and the next person asks in their own name', async () => {
    const before = requests();
    const after = requests();
    want('h-1', before.ask);
    tellSignedOut();
    want('h-1', after.ask);
    await settled();
    expect(before.all).toEqual([]);
    expect(after.all.map(({ ids }) => ids)).toEqual([['h-1']]);
  });

  it('after a change of records the ids under way are asked again', async () => {
    const { all, ask } = requests();
    want('h-1', ask);
    await settled();
    const stop = subscribe(() => want('h-1', ask));
    forgetNames();
    stop();
    await settled();
    all[0]!.answer(['Elena Old']);
    all[1]!.answer(['Elena Brandt']);
    await settled();
    expect(knownNames().get('h-1')).toBe('Elena Brandt');
  });
});
