import { afterAll, beforeAll } from 'vitest';

/** In milliseconds; long enough on a busy machine. */
export const HOOK_TIMEOUT = 180_000;

interface Closing {
  close(): Promise<unknown>;
}

/**
 * One server or database for all tests of a file or of a `describe`. It is forgotten after them, because the module of the
 * test stays in memory as long as the worker.
 */
export function useOpened<T extends Closing>(open: () => Promise<T>): () => T {
  let opened: T | undefined;
  beforeAll(async () => {
    opened = await open();
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await opened?.close();
    opened = undefined;
  });
  return () => opened as T;
}
