export { anchorFile, anchorOfFile, type FolderAnchor, parseAnchor } from './anchor/anchor-file.ts';
export type { AnchorFigures, AnchorGap, ExpectedAnchors } from './anchor/anchor-track.ts';
export { type AnchorAttempt, type AnchorLag, anchorAt, anchorLags } from './anchor/make-anchors.ts';
export { rememberAnchoredSeal } from './anchor/remember-anchored-seal.ts';
export type { ChainPart } from './chain-part.ts';
export {
  checkSealKeyRotation,
  checkSealReset,
  resetSeals,
  rotateSealKey,
} from './change-seal-key.ts';
export {
  ExportedEntry,
  exportedFirstSeal,
  exportedLine,
  exportedProof,
  exportedSeal,
  exportedTimeStamp,
} from './exported-entry.ts';
export type { KeyChange } from './key-change.ts';
export { checkLastSeal, examineLastSeal, keyFault, missingSeal, pinAtFirstUse } from './last-seal.ts';
export { NO_KEY } from './log-verifier.ts';
export { keyDigest, sha256, withoutTexts } from './node-crypto.ts';
export { parseEntry, parseProof } from './parse-exported.ts';
export { proofProblem, proveLine, provenTimes } from './prove-entry.ts';
export { purgeLog } from './purge-log.ts';
export { recordBaseline } from './record-baseline.ts';
export { SEALED_AFTER, type SealDeps, sealLog } from './seal-log.ts';
export { DocumentSignature, signatureProblem, signDocument } from './signed-document.ts';
export { minuteText, stateText } from './state-text.ts';
export { SealFault, statementOf } from './statement.ts';
export { type VerifiedLog, verifyLog } from './verify-log.ts';
export { logKey, type Step, signedCheckpoint, stepFrom } from './witness/checkpoints.ts';
