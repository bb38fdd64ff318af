export { MdocError, type MdocErrorCode } from '../errors.ts';
export { issuerSignedOf } from './complete-items.ts';
export {
  type DeviceAuthentication,
  type DeviceAuthKeys,
  deriveEMacKey,
  encodeDeviceAuthentication,
  encodeSessionTranscript,
  macDeviceAuthentication,
  sessionTranscriptBytes,
  sessionTranscriptFromBytes,
  signDeviceAuthentication,
  verifyDeviceAuthentication,
} from './device-authentication.ts';
export {
  type DeviceResponse,
  type Document,
  type DocumentElementErrors,
  decodeDeviceResponse,
  decodeDocument,
  encodeDeviceResponse,
  encodeDocument,
} from './device-response.ts';
export {
  type DeviceAuth,
  type DeviceNameSpaces,
  type DeviceSigned,
  decodeDeviceAuth,
  decodeDeviceSigned,
  encodeDeviceAuth,
  encodeDeviceNameSpaces,
  encodeDeviceSigned,
} from './device-signed.ts';
export type { RandomSource } from './digest-ids.ts';
export { issueMso, type MsoIssue } from './issue-mso.ts';
export { decodeIssuerAuth, encodeIssuerAuth, type IssuerAuth, signIssuerAuth } from './issuer-auth.ts';
export {
  decodeIssuerSigned,
  decodeIssuerSignedItem,
  encodeIssuerSigned,
  encodeIssuerSignedItem,
  type IssuerNameSpaces,
  type IssuerSigned,
  type IssuerSignedItem,
  withElementValue,
} from './issuer-signed.ts';
export {
  type DecodedMobileSecurityObject,
  type DeviceKeyInfo,
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  decodeMobileSecurityObject,
  deviceKeyInfoFromPoint,
  devicePoint,
  encodeMobileSecurityObject,
  type KeyAuthorizations,
  type MobileSecurityObject,
  type ValidityInfo,
  type ValueDigests,
} from './mobile-security-object.ts';
export { createMsoTemplate, type MsoTemplate } from './mso-template.ts';
export type { MsoElement, MsoNamespace, MsoTemplateSpec } from './mso-template-spec.ts';
export {
  completeStaticAuthData,
  decodeStaticAuthData,
  encodeStaticAuthData,
  type StaticAuthData,
  type StoredValue,
  staticAuthDataOf,
} from './static-auth-data.ts';
export { encodeFullDate, formatTdate, readFullDate, tdate } from './tdate.ts';
export type { Check, CheckOutcome, IssuerSignedOptions, VerificationReport } from './verification-report.ts';
export {
  type DeviceAuthOptions,
  type DeviceResponseOptions,
  type DeviceResponseReport,
  type DocumentCheckName,
  type ResponseCheckName,
  verifyDeviceResponse,
} from './verify-device-response.ts';
export { type IssuerCheckName, verifyIssuerSigned } from './verify-issuer-signed.ts';
