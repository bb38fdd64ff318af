import { decode } from '../cbor/index.ts';
import { attributeValue, checkCertificateProfile, isIssuedBy, OID, parsedRoots } from '../x509/index.ts';
import { FOREIGN } from './encoding.ts';
import {
  type CheckOutcome,
  failed,
  failedFor,
  failedIf,
  type IssuerSubject,
  passed,
  skipped,
} from './verification-report.ts';

/** ISO 18013-5 B.1.4. */
export function checkProfile({ signer, options }: IssuerSubject): CheckOutcome {
  if (signer === undefined) return skipped('no document signer certificate');
  const root = parsedRoots(options.trustedRoots ?? []).find((candidate) => isIssuedBy(signer, candidate));
  return failedFor(checkCertificateProfile(signer, 'documentSigner', root).map(({ problem }) => problem));
}

/** ISO 18013-5 9.3.3: a trusted root, valid now, issued the document signer certificate. */
export function checkTrust({ signer, options }: IssuerSubject): CheckOutcome {
  const { trustedRoots, now } = options;
  if (trustedRoots === undefined) return skipped('no trusted roots');
  if (signer === undefined) return skipped('no document signer certificate');
  const issuers = parsedRoots(trustedRoots).filter((root) => isIssuedBy(signer, root));
  if (issuers.length === 0) return failed('no trusted root issued the document signer certificate');
  return failedIf(
    !issuers.some((root) => now >= root.notBefore && now <= root.notAfter),
    'the root is not valid now',
  );
}

/** Elements that must equal the attributes of the document signer's subject (ISO 18013-5 7.2.1 and 9.3.1). */
const AUTHORITY_ELEMENTS = [
  { element: 'issuing_country', oid: OID.country, mandatory: true },
  { element: 'issuing_jurisdiction', oid: OID.stateOrProvince, mandatory: false },
] as const;

export function checkIssuingAuthority({ issuerSigned, signer }: IssuerSubject): CheckOutcome {
  if (signer === undefined) return skipped('no document signer certificate');
  const items = [...(issuerSigned.nameSpaces ?? new Map()).values()].flat();
  const problems = AUTHORITY_ELEMENTS.flatMap(({ element, oid, mandatory }) => {
    const named = attributeValue(signer.subjectAttributes, oid);
    const disclosed = items.filter((item) => item.elementIdentifier === element);
    const agrees = (item: { elementValue: Uint8Array }) =>
      named === undefined ? !mandatory : decode(item.elementValue, FOREIGN) === named;
    return disclosed.every(agrees) ? [] : [`${element} is not that of the document signer`];
  });
  return problems.length > 0 ? failedFor(problems) : passed;
}
