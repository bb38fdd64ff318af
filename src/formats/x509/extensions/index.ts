export {
  crlDistributionPoints,
  type DistributionPoint,
  encodeCrlDistributionPoints,
} from './crl-distribution-points.ts';
export { encodeIssuerAltName, type GeneralName, type IssuerContact, issuerAltName } from './general-name.ts';
export {
  authorityKeyIdentifier,
  encodeAuthorityKeyIdentifier,
  encodeSubjectKeyIdentifier,
  keyIdentifierOf,
  subjectKeyIdentifier,
} from './key-identifier.ts';
export {
  type BasicConstraints,
  basicConstraints,
  encodeBasicConstraints,
  encodeExtendedKeyUsage,
  encodeKeyUsage,
  extendedKeyUsage,
  type KeyUsage,
  keyUsage,
} from './key-usage.ts';
export { encodeExtension } from './read-extension.ts';
