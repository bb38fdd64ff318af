import { expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

async function* numbers(count: number, log: string[]) {
  try {
    for (let number = 1; number <= count; number += 1) {
      log.push(`made ${number}`);
      yield number;
    }
  } finally {
    log.push('closed');
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('prepares the next item while the caller works with one, and never more', async () => {
  const log: string[] = [];
  for await (const number of readAhead(numbers(3, log))) {
    await turn();
    log.push(`used ${number}`);
  }
  expect(log).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'closed', 'used 3']);
});

it('closes the source if the caller stops', async () => {
  const log: string[] = [];
  for await (const number of readAhead(numbers(9, log))) if (number === 2) break;
  expect(log).toEqual(['made 1', 'made 2', 'made 3', 'closed']);
});

it('throws an error of the source after the items before it', async () => {
  const seen: number[] = [];
  async function* failing() {
    yield 1;
    throw new Error('wrong');
  }
  const all = async () => {
    for await (const number of readAhead(failing())) {
      await turn();
      seen.push(number);
    }
  };
  await expect(all()).rejects.toThrow('wrong');
  expect(seen).toEqual([1]);
});
