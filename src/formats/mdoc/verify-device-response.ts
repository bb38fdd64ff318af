import type { KeyObject } from 'node:crypto';
import { publicKeyFromCoseKey } from '../cose/index.ts';
import { deriveEMacKey, verifyDeviceAuthentication } from './device-authentication.ts';
import type { DeviceResponse, Document } from './device-response.ts';
import { devicePoint } from './mobile-security-object.ts';
import {
  type CheckOutcome,
  type CheckTable,
  failedFor,
  failedIf,
  type IssuerSignedOptions,
  runChecks,
  skipped,
  type VerificationReport,
} from './verification-report.ts';
import { type IssuerCheckName, verifyIssuerSigned } from './verify-issuer-signed.ts';

export interface DeviceAuthOptions {
  /** Encoded SessionTranscript, without tag 24. Without it, device authentication is not checked. */
  readonly sessionTranscript?: Uint8Array;
  /** The reader's ephemeral private key, for a deviceMac. */
  readonly readerKey?: KeyObject;
}

interface DocumentSubject {
  readonly document: Document;
  readonly options: DeviceAuthOptions;
}

const keyInfoOf = ({ document }: DocumentSubject) =>
  document.issuerSigned.issuerAuth.mobileSecurityObject.deviceKeyInfo;

/** ISO 18013-5 9.1.3: the key in the MSO made the signature or MAC for this session. */
function checkDeviceAuth(subject: DocumentSubject): CheckOutcome {
  const { document, options } = subject;
  const { sessionTranscript, readerKey } = options;
  const { deviceAuth, nameSpaces } = document.deviceSigned;
  if (sessionTranscript === undefined) return skipped('no session transcript');
  const isMac = 'deviceMac' in deviceAuth;
  if (isMac && readerKey === undefined) return skipped('no reader key for the deviceMac');
  const keyInfo = keyInfoOf(subject);
  const keys =
    isMac && readerKey
      ? { eMacKey: deriveEMacKey(readerKey, devicePoint(keyInfo), sessionTranscript) }
      : { deviceKey: publicKeyFromCoseKey(keyInfo.deviceKey) };
  const parts = { sessionTranscript, docType: document.docType, nameSpaces };
  return failedIf(
    !verifyDeviceAuthentication(parts, deviceAuth, keys),
    'the device key did not authenticate this session',
  );
}

/** ISO 18013-5 9.1.2.4: the device signed only elements that its key may sign. */
function checkKeyAuthorizations(subject: DocumentSubject): CheckOutcome {
  const { nameSpaces = [], dataElements = new Map<string, readonly string[]>() } =
    keyInfoOf(subject).keyAuthorizations ?? {};
  const problems = [...subject.document.deviceSigned.nameSpaces].flatMap(([namespace, elements]) =>
    nameSpaces.includes(namespace)
      ? []
      : [...elements.keys()]
          .filter((identifier) => dataElements.get(namespace)?.includes(identifier) !== true)
          .map((identifier) => `${namespace}/${identifier}: the device key may not sign this`),
  );
  return failedFor(problems);
}

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

/**
 * Runs every check of ISO 18013-5 9.3.1 on every document and reports each. No content of `response` makes it
 * throw.
 */
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
