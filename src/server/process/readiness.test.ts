import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readiness } from './readiness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('The readiness check', () => {
  it('the readiness check fails within seconds while the database hangs, with one query for all callers', async () => {
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

  it('the readiness check returns the result of the last query', async () => {
    const { check } = readiness(
      () => Promise.reject(new Error('no signer')),
      () => {},
    );
    await expect(check()).rejects.toThrow('no signer');
  });

  it('each change of readiness is logged once, however often it is checked', async () => {
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

  it('readiness ends when the server stops', async () => {
    const { check, end } = readiness(
      async () => {},
      () => {},
    );
    await check();
    end();
    await expect(check()).rejects.toThrow('the server ends');
  });
});
