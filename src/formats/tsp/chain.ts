import {
  basicConstraints,
  type Certificate,
  extendedKeyUsage,
  isIssuedBy,
  keyUsage,
  OID,
} from '../x509/index.ts';
import { TSP_OID } from './oid.ts';

/** Authorities between a signer and its root. */
const MOST_AUTHORITIES = 5;

/** Critical extensions whose meaning is checked here or does not matter for a pinned root. */
const KNOWN: ReadonlySet<string> = new Set([
  OID.basicConstraints,
  OID.keyUsage,
  OID.extendedKeyUsage,
  TSP_OID.certificatePolicies,
]);

const isSame = (one: Certificate, other: Certificate) => Buffer.compare(one.der, other.der) === 0;

/** The certificates from a signer to a trusted root, both included; undefined if none leads there. */
export function chainOf(
  signer: Certificate,
  others: readonly Certificate[],
  roots: readonly Certificate[],
): readonly Certificate[] | undefined {
  const chain = [signer];
  for (;;) {
    const last = chain.at(-1) as Certificate;
    if (roots.some((root) => isSame(root, last))) return chain;
    const root = roots.find((candidate) => isIssuedBy(last, candidate));
    if (root) return [...chain, root];
    const next = others.find((one) => !chain.includes(one) && isIssuedBy(last, one));
    if (!next || chain.length > MOST_AUTHORITIES) return undefined;
    chain.push(next);
  }
}

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
    const hasUnknown = [...certificate.extensions].some(([oid, { critical }]) => critical && !KNOWN.has(oid));
    const { pathLength = Number.POSITIVE_INFINITY } = basicConstraints(certificate) ?? {};
    const purposes = extendedKeyUsage(certificate);
    const isPurposeAllowed = purposes?.some((purpose) => PURPOSES.includes(purpose)) ?? true;
    return !hasUnknown && isPurposeAllowed && (index === 0 || pathLength >= index - 1);
  });
}

export const isValidAt = (chain: readonly Certificate[], time: number): boolean =>
  chain.every(({ notBefore, notAfter }) => time >= notBefore && time <= notAfter);
