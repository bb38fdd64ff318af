import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { regularly } from './regularly.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const silent = pino({ enabled: false });

/** A round that runs until `end` is called. It stands for a round that waits for a database. */
function slowRound() {
  const ends: (() => void)[] = [];
  const round = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { round, begun: () => ends.length, end: () => ends.at(-1)?.() };
}

describe('Rounds', () => {
  it('those that are due while one is running are left out', async () => {
    const { round, begun, end } = slowRound();
    regularly(1000, round, silent);
    await vi.advanceTimersByTimeAsync(10_500);
    expect(begun()).toBe(1);
    end();
    await vi.advanceTimersByTimeAsync(400);
    expect(begun()).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun()).toBe(2);
  });

  it('a stop waits for the one that is running, and no other follows', async () => {
    const { round, begun, end } = slowRound();
    const stop = regularly(1000, round, silent);
    await vi.advanceTimersByTimeAsync(10_500);
    let isStopped = false;
    const stopping = stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect([begun(), isStopped]).toEqual([1, false]);
    end();
    await vi.advanceTimersByTimeAsync(5000);
    expect([begun(), isStopped]).toEqual([1, true]);
    await stopping;
  });

  it('a round that fails is followed by the next one', async () => {
    const round = vi.fn(() => Promise.reject(new Error('no answer')));
    const stop = regularly(1000, round, silent);
    await vi.advanceTimersByTimeAsync(3000);
    expect(round).toHaveBeenCalledTimes(3);
    await stop();
  });
});
