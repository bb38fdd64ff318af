import { describe, expect, it } from 'vitest';
import { answersOf, MOST_ANSWERED } from './answers.ts';
import type { BatchedRequest } from './parts.ts';

const part: BatchedRequest = {
  contentId: undefined,
  method: 'GET',
  url: '/',
  headers: {},
  payload: Buffer.alloc(0),
};
const answer = (status: number, bytes: number) => ({ status, headers: {}, payload: [Buffer.alloc(bytes)] });

/** The statuses of the answers to a batch, and the number of its parts that were executed. */
async function answered(parts: number, bytes: number) {
  let done = 0;
  const dispatch = async () => {
    done += 1;
    return answer(200, bytes);
  };
  const statuses: string[] = [];
  const all = answersOf(Array(parts).fill(part), 'b', dispatch, () => answer(413, 1));
  for await (const chunk of all)
    statuses.push(/HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1', 0, 200))?.[1] ?? '');
  return { statuses: statuses.filter((status) => status !== ''), done };
}

describe('The answers of a batch', () => {
  it('the answers of a batch end at 32 MiB together: further parts are refused and not executed', async () => {
    expect(MOST_ANSWERED).toBe(32 * 1024 * 1024);
    expect(await answered(5, MOST_ANSWERED / 3 + 1)).toEqual({
      statuses: ['200', '200', '200', '413', '413'],
      done: 3,
    });
  });

  it('other requests can run before each part of a batch', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await answered(100, 1);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(100);
  });
});
