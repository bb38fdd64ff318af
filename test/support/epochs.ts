import type { HolderEpochs } from '../../src/keys/holder-keys/epochs.ts';

const KEY = new Uint8Array(32);

/** One epoch, which is in no file. */
export const TEST_EPOCHS: HolderEpochs = { current: () => 1, keyOf: () => KEY };
