export { type Checkpoint, checkpointText, cosignedAt, parseCheckpoint } from './checkpoint.ts';
export { ecdsaSignatureLine, ecdsaVerifierKey, parseWitnessKey, type WitnessKey } from './note.ts';
