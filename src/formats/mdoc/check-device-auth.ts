import type { KeyObject } from 'node:crypto';
import { publicKeyFromCoseKey } from '../cose/index.ts';
import { verifyDeviceAuthentication } from './device-authentication.ts';
import { devicePoint } from './device-key-info.ts';
import type { Document } from './document.ts';
import { deriveEMacKey } from './session-transcript.ts';
import { type CheckOutcome, failedFor, failedIf, skipped } from './verification-report.ts';

export interface DeviceAuthOptions {
  /** Encoded SessionTranscript, without tag 24; without it device authentication is not checked. */
  readonly sessionTranscript?: Uint8Array;
  /** The reader's ephemeral private key, for a deviceMac. */
  readonly readerKey?: KeyObject;
}

export interface DocumentSubject {
  readonly document: Document;
  readonly options: DeviceAuthOptions;
}

const keyInfoOf = ({ document }: DocumentSubject) =>
  document.issuerSigned.issuerAuth.mobileSecurityObject.deviceKeyInfo;

/** ISO 18013-5 9.1.3: the key in the MSO made the signature or MAC, for this session. */
export function checkDeviceAuth(subject: DocumentSubject): CheckOutcome {
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

/** ISO 18013-5 9.1.2.4: what the device signed is what its key may sign. */
export function checkKeyAuthorizations(subject: DocumentSubject): CheckOutcome {
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
