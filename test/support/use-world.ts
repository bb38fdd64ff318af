import { afterAll, beforeAll } from 'vitest';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** One world for all tests of a file or of a `describe`. */
export function useWorld(options: WorldOptions = {}): () => World {
  let world: World | undefined;
  beforeAll(async () => {
    world = await startWorld(options);
  });
  afterAll(() => world?.close());
  return () => world as World;
}
