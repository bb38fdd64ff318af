export { ExportedEntry, exportedLine, exportedSeal, parseEntry } from './entry.ts';
export { noteBaseline } from './note-baseline.ts';
export { SEALED_AFTER, sealTrail } from './seal.ts';
export { keyDigest, sha256, statementOf } from './statement.ts';
export { type TrailEntry, type Verified, verifyTrail } from './verify.ts';
