import { afterAll, beforeAll } from 'vitest';
import { issuerOf } from '../../support/panels.ts';
import { type Platform, startPlatform } from '../../support/platform.ts';
import type { ReceivedCall } from '../../support/record-system.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World, type WorldOptions } from '../../support/world.ts';

interface Told {
  readonly world: () => World;
  readonly platform: () => Platform;
  /** Delivers the notifications that are due now. */
  readonly deliver: () => Promise<void>;
  /** The calls that the platform received since the last `told()`, each as its name and the id in its body. */
  readonly told: () => readonly string[];
}

const wordsOf = ({ path, body }: ReceivedCall) =>
  `${path.split('/').at(-1)} ${body.proofingId ?? body.credentialId}`;

export const deliverIn = async ({ server }: World) => issuerOf(server).notifications?.deliverDue();

/** A server that notifies a platform, for all tests of a file or of a `describe`. */
export function useToldWorld(settings: WorldOptions['settings'] = {}): Told {
  let [world, platform]: [World?, Platform?] = [];
  beforeAll(async () => {
    platform = await startPlatform();
    world = await startWorld({ settings: { ...platform.settings, ...settings } });
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await world?.close();
    await platform?.close();
  });
  return {
    world: () => world as World,
    platform: () => platform as Platform,
    deliver: async () => deliverIn(world as World),
    told: () => (platform as Platform).calls.splice(0).map(wordsOf),
  };
}
