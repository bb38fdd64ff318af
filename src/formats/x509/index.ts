export { type AuthorityCache, createAuthorityCache } from './authority-cache.ts';
export { type Certificate, type CertificateExtension, parseCertificate } from './certificate.ts';
export { type DistinguishedName, encodeName } from './encode-name.ts';
export { CertificateError, type CertificateErrorCode } from './error.ts';
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
export { checkAamvaRules } from './profile/check-aamva-rules.ts';
export { type CertificateProfile, checkCertificateProfile } from './profile/check-certificate-profile.ts';
export type { ProfileProblem } from './profile/rule.ts';
export { newSerialNumber } from './serial-number.ts';
export { type CertificateFields, signCertificate } from './sign-certificate.ts';
export { certificatePublicKey, verifyCertificateSignature } from './verify.ts';
