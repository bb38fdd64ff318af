import { afterAll, beforeAll } from 'vitest';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** In milliseconds; long enough on a busy machine. */
export const HOOK_TIMEOUT = 180_000;

/** One world for all tests of a file or of a `describe`. */
export function useWorld(options: WorldOptions = {}): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = await startWorld(options);
  }, HOOK_TIMEOUT);
  afterAll(() => world?.close());
  return () => world as World;
}
