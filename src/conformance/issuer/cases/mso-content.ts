import type { StaticAuthData } from '../../../formats/mdoc/index.ts';
import { parseCertificate } from '../../../formats/x509/index.ts';
import { holds } from '../../deviation.ts';

// What no reader checks, because a phone never shows it or a reader has no use for it.

const NULL = 0xf6;

/** The phone puts the values in; a value here would be stored once for each MSO, and a wrong one would be presented. */
export function hasNoValues({ digestIdMapping }: StaticAuthData): void {
  for (const { elementIdentifier, elementValue } of [...digestIdMapping.values()].flat())
    holds(
      elementValue.length === 1 && elementValue[0] === NULL,
      `digestIdMapping has a value of ${elementIdentifier}`,
    );
}

/** A reader trusts its own list of roots; with the root in it, every document is larger. */
export function hasNoRoot({ issuerAuth: { certificates } }: StaticAuthData): void {
  for (const { subject, issuer } of certificates.map(parseCertificate))
    holds(Buffer.compare(subject, issuer) !== 0, 'x5chain has a root, which signed itself');
}

/** The signer was allowed to sign at the time that the MSO says. */
export function isSignedInTime({ issuerAuth }: StaticAuthData): void {
  const [signer] = issuerAuth.certificates.map(parseCertificate);
  const { signed } = issuerAuth.mobileSecurityObject.validityInfo;
  holds(signer !== undefined, 'x5chain is empty');
  holds(Number(signed) >= signer.notBefore, 'the MSO is signed before the certificate of its signer begins');
  holds(Number(signed) <= signer.notAfter, 'the MSO is signed after the certificate of its signer ended');
}
