import { useOpened } from './use-opened.ts';
import { startWorld, type World, type WorldOptions } from './world.ts';

export { HOOK_TIMEOUT } from './use-opened.ts';

/** One world for all tests of a file or of a `describe`. */
export const useWorld = (options: WorldOptions = {}): (() => World) => useOpened(() => startWorld(options));
