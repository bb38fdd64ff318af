import { decodeIssuerSigned, devicePoint, MdocError, verifyIssuerSigned } from '../../formats/mdoc/index.ts';
import type { DeviceKey } from '../device/device-key.ts';
import { DistrustError } from '../errors.ts';
import type { HeldCredential } from './state.ts';

interface Expected {
  readonly docType: string;
  readonly now: number;
  readonly trustedRoots?: readonly Uint8Array[] | undefined;
}

const BASE64URL = /^[A-Za-z0-9_-]+$/;

function decoded(text: unknown) {
  if (typeof text !== 'string' || !BASE64URL.test(text))
    throw new DistrustError('credential', 'a credential is not in base64url');
  const issuerSigned = new Uint8Array(Buffer.from(text, 'base64url'));
  try {
    const signed = decodeIssuerSigned(issuerSigned);
    const { deviceKeyInfo, validityInfo } = signed.issuerAuth.mobileSecurityObject;
    return { issuerSigned, signed, point: devicePoint(deviceKeyInfo), expiresAt: validityInfo.validUntil };
  } catch (cause) {
    if (!(cause instanceof MdocError)) throw cause;
    throw new DistrustError('credential', 'a credential cannot be parsed', { cause });
  }
}

/** Makes all checks of a reader. The credential must be for one of these keys. @throws DistrustError */
export function acceptCredential(
  text: unknown,
  keys: readonly DeviceKey[],
  { now, docType, trustedRoots }: Expected,
): HeldCredential {
  const { issuerSigned, signed, point, expiresAt } = decoded(text);
  const key = keys.find((one) => Buffer.compare(one.point, point) === 0);
  if (key === undefined)
    throw new DistrustError('deviceKey', 'a credential is for none of the keys that were sent');
  const report = verifyIssuerSigned(signed, { now, docType, ...(trustedRoots && { trustedRoots }) });
  if (report.valid) return { key, issuerSigned, expiresAt };
  const failures = report.checks.flatMap((check) =>
    check.status === 'failed' ? [`${check.name} (${check.reason})`] : [],
  );
  throw new DistrustError('mobileSecurityObject', `a credential fails: ${failures.join(', ')}`);
}
