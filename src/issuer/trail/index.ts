export {
  checkSealKeyRotation,
  checkSealReset,
  resetSeals,
  rotateSealKey,
} from './change-seal-key.ts';
export { ExportedEntry, exportedLine, exportedSeal, parseEntry } from './entry.ts';
export { checkHead, examineHead, keyFault, pinAtFirstUse } from './head.ts';
export type { KeyChange } from './key-change.ts';
export { minuteText, standingText } from './last-change.ts';
export { noteBaseline } from './note-baseline.ts';
export { standing, toldInWords } from './refused-event.ts';
export { SEALED_AFTER, type SealDeps, sealTrail } from './seal.ts';
export { keyDigest, SealFault, sha256, statementOf } from './statement.ts';
export { NO_KEY, type TrailEntry, type Verified, verifyTrail } from './verify.ts';
