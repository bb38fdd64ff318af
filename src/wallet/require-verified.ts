import { type IssuerSigned, type IssuerSignedOptions, verifyIssuerSigned } from '../formats/mdoc/index.ts';
import { DistrustError } from './errors.ts';

export interface ExpectedDocument extends Pick<IssuerSignedOptions, 'now'> {
  readonly docType: string;
  readonly trustedRoots?: readonly Uint8Array[] | undefined;
}

/** Makes all checks of a reader. @throws DistrustError that names the checks which failed of `what` */
export function requireVerified(
  signed: IssuerSigned,
  { now, docType, trustedRoots }: ExpectedDocument,
  what: string,
): void {
  const report = verifyIssuerSigned(signed, { now, docType, ...(trustedRoots && { trustedRoots }) });
  if (report.valid) return;
  const failures = report.checks.flatMap((check) =>
    check.status === 'failed' ? [`${check.name} (${check.reason})`] : [],
  );
  throw new DistrustError('mobileSecurityObject', `${what} fails: ${failures.join(', ')}`);
}
