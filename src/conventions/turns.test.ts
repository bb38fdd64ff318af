import { describe, expect, it } from 'vitest';
import { nextTurn, Slices } from './turns.ts';

describe('Turns of waiting tasks (nextTurn)', () => {
  it('nextTurn resumes one waiting task in each turn of the event loop, in order of arrival', async () => {
    const done: string[] = [];
    const work = async (name: string) => {
      for (const part of [1, 2]) {
        await nextTurn();
        done.push(`${name}${part}`);
      }
    };
    const all = Promise.all(['a', 'b', 'c'].map(work));
    const turns: string[][] = [];
    while (done.length < 6) {
      const before = done.length;
      await new Promise((turn) => setImmediate(turn));
      turns.push(done.slice(before));
    }
    await all;
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
    expect(turns.filter((parts) => parts.length > 1)).toEqual([]);
  });

  it('nextTurn works again after an idle turn', async () => {
    await nextTurn();
    await nextTurn();
  });
});

describe('Slices of a long loop', () => {
  it('other work has its turn after some milliseconds of the loop', async () => {
    const slices = new Slices();
    expect(slices.over).toBe(false);
    let others = 0;
    setImmediate(() => {
      others += 1;
    });
    while (!slices.over) expect(others).toBe(0);
    await slices.next();
    expect([slices.over, others]).toEqual([false, 1]);
  });
});
