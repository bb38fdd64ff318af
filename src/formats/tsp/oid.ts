export const TSP_OID = {
  // content types and attributes of CMS (RFC 5652)
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  // time stamps (RFC 3161, RFC 5816)
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  anyExtendedKeyUsage: '2.5.29.37.0',
  certificatePolicies: '2.5.29.32',
  // algorithms
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  rsaEncryption: '1.2.840.113549.1.1.1',
} as const;

export type HashName = 'sha256' | 'sha384' | 'sha512';

/** Hash functions that tokens may use. SHA-1 is refused. */
export const HASHES: ReadonlyMap<string, HashName> = new Map([
  [TSP_OID.sha256, 'sha256'],
  [TSP_OID.sha384, 'sha384'],
  [TSP_OID.sha512, 'sha512'],
]);
