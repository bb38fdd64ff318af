import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readiness } from './readiness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Readiness', () => {
  it('is told within seconds while nothing answers, and looked at once for all who ask', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = vi.fn(() => promise);
    const { check } = readiness(look, () => {});
    const asked = Promise.allSettled([check(), check(), check()]);
    await vi.advanceTimersByTimeAsync(3000);
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(look).toHaveBeenCalledOnce();

    resolve();
    await check();
    await check();
    expect(look).toHaveBeenCalledTimes(2);
  });

  it('is what was found', async () => {
    const { check } = readiness(
      () => Promise.reject(new Error('no signer')),
      () => {},
    );
    await expect(check()).rejects.toThrow('no signer');
  });

  it('is told of once for each change, however often it is asked for', async () => {
    let fault: Error | undefined = new Error('no signer');
    const told: unknown[] = [];
    const look = async () => {
      if (fault) throw fault;
    };
    const { check } = readiness(look, (cause) => told.push(cause));
    for (let asked = 0; asked < 3; asked += 1) await expect(check()).rejects.toThrow('no signer');
    expect(told).toEqual([fault]);
    fault = undefined;
    await check();
    await check();
    expect(told).toEqual([expect.any(Error), undefined]);
  });

  it('is over when the server ends', async () => {
    const { check, end } = readiness(
      async () => {},
      () => {},
    );
    await check();
    end();
    await expect(check()).rejects.toThrow('the server ends');
  });
});
