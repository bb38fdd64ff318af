import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('work runs two at a time, in its order, also after a failure', async () => {
  const inTurn = limitConcurrency(2);
  const began: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = gates.map(({ promise }, index) =>
    inTurn(async () => {
      began.push(index);
      await promise;
    }),
  );
  const ended = Promise.allSettled(all);
  expect(began).toEqual([0, 1]);
  gates[1]!.reject(new Error('no'));
  await expect(all[1]).rejects.toThrow('no');
  expect(began).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  await ended;
  expect(began).toEqual([0, 1, 2, 3, 4]);
  await expect(inTurn(async () => 'next')).resolves.toBe('next');
});
