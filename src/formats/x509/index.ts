export { CertificateError, type CertificateErrorCode } from '../errors.ts';
export { type AuthorityCache, createAuthorityCache } from './authority-cache.ts';
export { type Certificate, type CertificateExtension, parseCertificate } from './certificate.ts';
export { type DistinguishedName, encodeName } from './encode-name.ts';
export * from './extensions/index.ts';
export { makeCertificationRequest } from './make-certification-request.ts';
export {
  type DocumentSignerSpec,
  makeDocumentSignerCertificate,
} from './make-document-signer-certificate.ts';
export { type IacaSpec, makeIacaCertificate } from './make-iaca-certificate.ts';
export {
  type EncryptionKeySpec,
  type IssuerKeySpec,
  makeEncryptionCertificate,
  makeIdentityCertificate,
} from './make-key-certificate.ts';
export type { MakerSpec } from './maker.ts';
export { attributeValue, type NameAttribute, parseName } from './name.ts';
export { OID } from './oid.ts';
export { certificatesFromPem, certificateToPem, certificationRequestToPem } from './pem.ts';
export {
  type CertificateProfile,
  checkAamvaRules,
  checkCertificateProfile,
} from './profile/check-certificate-profile.ts';
export type { ProfileProblem } from './profile/rule.ts';
export { type CertificateFields, signCertificate } from './signed.ts';
export { newSerialNumber } from './validity.ts';
export { certificatePublicKey, verifyCertificateSignature } from './verify.ts';
