import { describe, expect, it } from 'vitest';
import { type BatchCall, oneByOne, runBatch } from './batch.ts';

const never = () => false;
const quiet = () => {};

describe('A batch', () => {
  it('a batch is sent in requests of the size that the server accepts, and reports its progress', async () => {
    const sizes: number[] = [];
    const progress: number[] = [];
    const call: BatchCall = {
      most: 2,
      async send(ids) {
        sizes.push(ids.length);
        return { results: ids.map(() => ({})) };
      },
    };
    await runBatch(['a', 'b', 'c'], call, (done) => progress.push(done), never);
    expect([sizes, progress]).toEqual([
      [2, 1],
      [2, 3],
    ]);
  });

  it('a batch has a result for each item, whether the item or its whole request was refused', async () => {
    const call: BatchCall = {
      most: 2,
      async send(ids) {
        if (ids.includes('c')) throw new Error('unreachable');
        return { results: [{}, { error: { message: 'there is no action' } }] };
      },
    };
    expect(await runBatch(['a', 'b', 'c'], call, quiet, never)).toEqual([
      { id: 'a', outcome: 'done' },
      { id: 'b', outcome: 'failed', problem: 'there is no action' },
      { id: 'c', outcome: 'failed', problem: 'unreachable' },
    ]);
  });

  it('a batch that waits for a second person is neither done nor failed', async () => {
    const call = oneByOne(async () => ({ approval: { id: 'ap-1' } }));
    const [result] = await runBatch(['a'], call, quiet, never);
    expect(result).toMatchObject({ outcome: 'waits', waiting: { approval: { id: 'ap-1' } } });
  });

  it('a cancelled batch has no result for the items that were not sent', async () => {
    const call = oneByOne(async (id) => {
      if (id === 'b') throw new Error('given up');
    });
    expect(await runBatch(['a', 'b', 'c'], call, quiet, () => true)).toEqual([{ id: 'a', outcome: 'done' }]);
  });
});
