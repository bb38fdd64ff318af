export {
  crlDistributionPoints,
  type DistributionPoint,
  encodeCrlDistributionPoints,
  encodeIssuerAltName,
  type GeneralName,
  type IssuerContact,
  issuerAltName,
} from './general-names.ts';
export {
  authorityKeyIdentifier,
  type BasicConstraints,
  basicConstraints,
  encodeAuthorityKeyIdentifier,
  encodeBasicConstraints,
  encodeExtendedKeyUsage,
  encodeKeyUsage,
  encodeSubjectKeyIdentifier,
  extendedKeyUsage,
  type KeyUsage,
  keyIdentifierOf,
  keyUsage,
  subjectKeyIdentifier,
} from './key-extensions.ts';
export { encodeExtension } from './read-extension.ts';
