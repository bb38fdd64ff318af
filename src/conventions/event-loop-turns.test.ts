import { describe, expect, it } from 'vitest';
import { nextStep, nextTurn, Slices } from './event-loop-turns.ts';

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

describe('Short steps of batches (nextStep)', () => {
  const work = (milliseconds: number) => {
    const began = performance.now();
    while (performance.now() - began < milliseconds);
  };

  /** The steps of each turn of the event loop. */
  async function turnsOf(batches: number, parts: number, milliseconds: number): Promise<readonly string[][]> {
    const done: string[] = [];
    const run = async (_: unknown, batch: number) => {
      for (let part = 0; part < parts; part += 1) {
        await nextStep();
        work(milliseconds);
        done.push(`${part}.${batch}`);
      }
    };
    const all = Promise.all(Array.from({ length: batches }, run));
    const turns: string[][] = [];
    while (done.length < batches * parts) {
      const before = done.length;
      await new Promise((turn) => setImmediate(turn));
      if (done.length > before) turns.push(done.slice(before));
    }
    await all;
    return turns;
  }

  it('nextStep resumes waiting steps in order of arrival, soon several in one turn', async () => {
    const turns = await turnsOf(8, 10, 0);
    const inOrder = Array.from({ length: 80 }, (_, index) => `${Math.floor(index / 8)}.${index % 8}`);
    expect(turns.flat()).toEqual(inOrder);
    expect(Math.max(...turns.map(({ length }) => length))).toBeGreaterThan(1);
  });

  it('at most 16 steps run in one turn', async () => {
    const turns = await turnsOf(40, 4, 0);
    expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(16);
  });

  it('after 5 ms of a turn no further steps begin, also if earlier steps were short', async () => {
    await turnsOf(16, 4, 0);
    const turns = await turnsOf(16, 2, 6);
    expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(8);
  });

  it('nextStep works again after an idle turn', async () => {
    await nextStep();
    await nextTurn();
    await nextStep();
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
