import {
  basicConstraints,
  type Certificate,
  extendedKeyUsage,
  hasUnknownCritical,
  isPathShort,
  keyUsage,
  OID,
} from '../x509/index.ts';
import { TSP_OID } from './oid.ts';

/** Critical extensions whose meaning is checked here or does not matter for a pinned root. */
const KNOWN: ReadonlySet<string> = new Set([
  OID.basicConstraints,
  OID.keyUsage,
  OID.extendedKeyUsage,
  TSP_OID.certificatePolicies,
]);

/** RFC 3161, section 2.3: the key may be used for time stamps only, and the extension is critical. */
export function isTimeStampSigner(certificate: Certificate): boolean {
  const uses = keyUsage(certificate) ?? ['digitalSignature'];
  const purposes = extendedKeyUsage(certificate) ?? [];
  return (
    certificate.extensions.get(OID.extendedKeyUsage)?.critical === true &&
    purposes.length === 1 &&
    purposes[0] === TSP_OID.timeStamping &&
    (uses.includes('digitalSignature') || uses.includes('nonRepudiation')) &&
    basicConstraints(certificate)?.ca !== true
  );
}

const PURPOSES: readonly string[] = [TSP_OID.timeStamping, TSP_OID.anyExtendedKeyUsage];

/** Whether the authorities of a chain may certify its signer (RFC 5280, section 6.1). */
export function isPathAllowed(chain: readonly Certificate[]): boolean {
  return chain.every((certificate, index) => {
    const purposes = extendedKeyUsage(certificate);
    const isPurposeAllowed = purposes?.some((purpose) => PURPOSES.includes(purpose)) ?? true;
    return !hasUnknownCritical(certificate, KNOWN) && isPurposeAllowed && isPathShort(certificate, index);
  });
}
