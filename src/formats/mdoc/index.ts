export { MdocError, type MdocErrorCode } from '../errors.ts';
export type { DeviceAuthOptions } from './check-device-auth.ts';
export { type DeviceAuth, decodeDeviceAuth, encodeDeviceAuth } from './device-auth.ts';
export {
  type DeviceAuthentication,
  type DeviceAuthKeys,
  encodeDeviceAuthentication,
  macDeviceAuthentication,
  signDeviceAuthentication,
  verifyDeviceAuthentication,
} from './device-authentication.ts';
export {
  type DeviceKeyInfo,
  deviceKeyInfoFromPoint,
  devicePoint,
  type KeyAuthorizations,
} from './device-key-info.ts';
export { type DeviceResponse, decodeDeviceResponse, encodeDeviceResponse } from './device-response.ts';
export {
  type DeviceNameSpaces,
  type DeviceSigned,
  decodeDeviceSigned,
  encodeDeviceNameSpaces,
  encodeDeviceSigned,
} from './device-signed.ts';
export type { RandomSource } from './digest-ids.ts';
export { type Document, type DocumentElementErrors, decodeDocument, encodeDocument } from './document.ts';
export { issueMso, type MsoIssue } from './issue-mso.ts';
export { decodeIssuerAuth, encodeIssuerAuth, type IssuerAuth, signIssuerAuth } from './issuer-auth.ts';
export {
  decodeIssuerSigned,
  encodeIssuerSigned,
  type IssuerNameSpaces,
  type IssuerSigned,
} from './issuer-signed.ts';
export {
  decodeIssuerSignedItem,
  encodeIssuerSignedItem,
  type IssuerSignedItem,
  withElementValue,
} from './issuer-signed-item.ts';
export type { IssuerSignedOptions } from './issuer-subject.ts';
export {
  type DecodedMobileSecurityObject,
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  decodeMobileSecurityObject,
  encodeMobileSecurityObject,
  type MobileSecurityObject,
  type ValueDigests,
} from './mobile-security-object.ts';
export { createMsoTemplate, type MsoTemplate } from './mso-template.ts';
export type { MsoElement, MsoNamespace, MsoTemplateSpec } from './mso-template-spec.ts';
export {
  deriveEMacKey,
  encodeSessionTranscript,
  sessionTranscriptBytes,
  sessionTranscriptFromBytes,
} from './session-transcript.ts';
export {
  completeStaticAuthData,
  decodeStaticAuthData,
  encodeStaticAuthData,
  type StaticAuthData,
  type StoredValue,
  staticAuthDataOf,
} from './static-auth-data.ts';
export { encodeFullDate, formatTdate, readFullDate, tdate } from './tdate.ts';
export type { ValidityInfo } from './validity-info.ts';
export type { Check, CheckOutcome, VerificationReport } from './verification-report.ts';
export {
  type DeviceResponseOptions,
  type DeviceResponseReport,
  type DocumentCheckName,
  type ResponseCheckName,
  verifyDeviceResponse,
} from './verify-device-response.ts';
export { type IssuerCheckName, verifyIssuerSigned } from './verify-issuer-signed.ts';
