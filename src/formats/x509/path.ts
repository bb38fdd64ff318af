import type { Certificate } from './certificate.ts';
import { basicConstraints } from './extensions/index.ts';
import { isIssuedBy } from './issued-by.ts';

/** Authorities between a signer and its root. */
const MOST_AUTHORITIES = 5;

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

/** Whether the certificate at this place of a chain has few enough authorities below it (RFC 5280 4.2.1.9). */
export function isPathShort(certificate: Certificate, index: number): boolean {
  const { pathLength = Number.POSITIVE_INFINITY } = basicConstraints(certificate) ?? {};
  return index === 0 || pathLength >= index - 1;
}

export const isValidAt = (chain: readonly Certificate[], time: number): boolean =>
  chain.every(({ notBefore, notAfter }) => time >= notBefore && time <= notAfter);

/** Whether a certificate has a critical extension that is none of these (RFC 5280 4.2). */
export const hasUnknownCritical = ({ extensions }: Certificate, known: ReadonlySet<string>): boolean =>
  [...extensions].some(([oid, { critical }]) => critical && !known.has(oid));
