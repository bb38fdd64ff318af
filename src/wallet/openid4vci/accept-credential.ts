import { decodeIssuerSigned, devicePoint, MdocError } from '../../formats/mdoc/index.ts';
import type { DeviceKey } from '../device/device-key.ts';
import { DistrustError } from '../errors.ts';
import { type ExpectedDocument, requireVerified } from '../require-verified.ts';
import type { HeldCredential } from './state.ts';

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
  expected: ExpectedDocument,
): HeldCredential {
  const { issuerSigned, signed, point, expiresAt } = decoded(text);
  const key = keys.find((one) => Buffer.compare(one.point, point) === 0);
  if (key === undefined)
    throw new DistrustError('deviceKey', 'a credential is for none of the keys that were sent');
  requireVerified(signed, expected, 'a credential');
  return { key, issuerSigned, expiresAt };
}
