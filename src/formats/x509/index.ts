export { CertificateError, type CertificateErrorCode } from '../errors.ts';
export {
  type Certificate,
  type CertificateExtension,
  parseCertificate,
  parsePhoneCertificate,
} from './certificate.ts';
export * from './extensions/index.ts';
export { isIssuedBy, parsedRoots } from './issued-by.ts';
export {
  type EncryptionKeySpec,
  type IssuerKeySpec,
  makeEncryptionCertificate,
  makeIdentityCertificate,
} from './make-key-certificate.ts';
export {
  type DocumentSignerSpec,
  type IacaSpec,
  makeCertificationRequest,
  makeDocumentSignerCertificate,
  makeIacaCertificate,
  makeStatusSignerCertificate,
  type RequestedProfile,
  type StatusSignerSpec,
} from './make-mdoc-certificates.ts';
export {
  attributeValue,
  type DistinguishedName,
  encodeName,
  isSameName,
  type NameAttribute,
  parseName,
} from './name.ts';
export { OID, readSignatureAlgorithm } from './oid.ts';
export { chainOf, hasUnknownCritical, isPathShort, isValidAt } from './path.ts';
export { certificatesFromPem, certificateToPem, certificationRequestToPem } from './pem.ts';
export {
  type CertificateProfile,
  checkAamvaRules,
  checkCertificateProfile,
} from './profile/check-certificate-profile.ts';
export type { ProfileProblem } from './profile/rule.ts';
export { type CertificateFields, type MakerSpec, signCertificate, signed } from './signed.ts';
export { newSerialNumber } from './validity.ts';
export {
  type AuthorityCache,
  certificatePublicKey,
  createAuthorityCache,
  verifyCertificateSignature,
} from './verify.ts';
