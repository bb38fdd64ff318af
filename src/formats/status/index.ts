export { MsoStatusError, type MsoStatusErrorCode } from '../errors.ts';
export {
  decodeIdentifierList,
  encodeIdentifierList,
  type IdentifierList,
  isListed,
} from './identifier-list.ts';
export { decodeMsoStatus, encodeMsoStatus, type MsoStatus } from './mso-status.ts';
export {
  bytesOfEntries,
  decodeStatusList,
  encodeStatusList,
  type StatusList,
  statusAt,
} from './status-list.ts';
export {
  type CheckedMso,
  type MsoStanding,
  type StatusReader,
  type StatusReaderOptions,
  statusReader,
} from './status-reader.ts';
export {
  type RevocationClaims,
  type RevocationListKind,
  type SignRevocationTokenOptions,
  signRevocationToken,
} from './token.ts';
export {
  type VerifiedIdentifierList,
  type VerifiedStatusList,
  type VerifyTokenOptions,
  verifyIdentifierListToken,
  verifyStatusListToken,
} from './verify-token.ts';
