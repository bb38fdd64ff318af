import {
  checkDeviceAuth,
  checkKeyAuthorizations,
  type DeviceAuthOptions,
  type DocumentSubject,
} from './check-device-auth.ts';
import type { DeviceResponse } from './device-response.ts';
import type { IssuerSignedOptions } from './issuer-subject.ts';
import {
  type CheckTable,
  failedFor,
  failedIf,
  runChecks,
  type VerificationReport,
} from './verification-report.ts';
import { type IssuerCheckName, verifyIssuerSigned } from './verify-issuer-signed.ts';

export type DeviceResponseOptions = Omit<IssuerSignedOptions, 'docType'> & DeviceAuthOptions;
export type ResponseCheckName = 'version' | 'status' | 'documents';
export type DocumentCheckName = IssuerCheckName | 'deviceAuth' | 'keyAuthorizations';

export interface DeviceResponseReport extends VerificationReport<ResponseCheckName> {
  readonly documents: readonly (VerificationReport<DocumentCheckName> & { readonly docType: string })[];
}

const RESPONSE_CHECKS: CheckTable<ResponseCheckName, DeviceResponse> = {
  version: ({ version }) => failedIf(version !== '1.0', 'the version is not 1.0'),
  status: ({ status }) => failedIf(status !== 0, 'the status is not OK'),
  documents: ({ documents = [] }) => failedFor(documents.length === 0 ? ['there is no document'] : []),
};

const DEVICE_CHECKS: CheckTable<'deviceAuth' | 'keyAuthorizations', DocumentSubject> = {
  deviceAuth: checkDeviceAuth,
  keyAuthorizations: checkKeyAuthorizations,
};

/** Runs every check of ISO 18013-5 9.3.1 on every document and reports each; nothing in `response` makes it throw. */
export function verifyDeviceResponse(
  response: DeviceResponse,
  options: DeviceResponseOptions,
): DeviceResponseReport {
  const report = runChecks(RESPONSE_CHECKS, response);
  const documents = (response.documents ?? []).map((document) => {
    const { docType, issuerSigned } = document;
    const issuer = verifyIssuerSigned(issuerSigned, { ...options, docType });
    const device = runChecks(DEVICE_CHECKS, { document, options });
    return {
      docType,
      valid: issuer.valid && device.valid,
      checks: [...issuer.checks, ...device.checks],
    };
  });
  return { ...report, valid: report.valid && documents.every(({ valid }) => valid), documents };
}
