import type { HolderEpochs } from '../../src/keys/holder-keys/epochs.ts';

/** Of a store that keeps records unencrypted. */
export const NO_EPOCHS: HolderEpochs = {
  current: () => undefined,
  keyOf: () => {
    throw new Error('this store has no keys');
  },
};
