import type { KeyObject } from 'node:crypto';
import { Encoded, encodeInOrder } from '../cbor/index.ts';
import {
  decodeCoseMac0,
  decodeCoseSign1,
  makeCoseMac0,
  type RawSigner,
  signCoseSign1,
  verifyCoseMac0,
  verifyCoseSign1,
} from '../cose/index.ts';
import type { DeviceAuth } from './device-auth.ts';
import { type DeviceNameSpaces, encodeDeviceNameSpaces } from './device-signed.ts';
import { embed } from './encoding.ts';

/** What the device authenticates (ISO 18013-5 9.1.3.4). */
export interface DeviceAuthentication {
  /** Encoded SessionTranscript, without tag 24. */
  readonly sessionTranscript: Uint8Array;
  readonly docType: string;
  readonly nameSpaces: DeviceNameSpaces;
}

/** DeviceAuthenticationBytes, tag 24 included: the detached payload. */
export function encodeDeviceAuthentication(parts: DeviceAuthentication): Uint8Array {
  return embed(
    encodeInOrder([
      'DeviceAuthentication',
      new Encoded(parts.sessionTranscript),
      parts.docType,
      new Encoded(encodeDeviceNameSpaces(parts.nameSpaces)),
    ]),
  );
}

/** deviceSignature with ES256 (ISO 18013-5 9.1.3.6); `sign` holds the authentication key. */
export async function signDeviceAuthentication(
  parts: DeviceAuthentication,
  sign: RawSigner,
): Promise<DeviceAuth> {
  const bytes = await signCoseSign1(encodeDeviceAuthentication(parts), sign, { detached: true });
  return { deviceSignature: decodeCoseSign1(bytes) };
}

/** deviceMac with HMAC 256/256 (ISO 18013-5 9.1.3.5). */
export function macDeviceAuthentication(parts: DeviceAuthentication, eMacKey: Uint8Array): DeviceAuth {
  const bytes = makeCoseMac0(encodeDeviceAuthentication(parts), eMacKey, { detached: true });
  return { deviceMac: decodeCoseMac0(bytes) };
}

/** The key that a DeviceAuth is checked with: the device's for a signature, the shared one for a MAC. */
export interface DeviceAuthKeys {
  readonly deviceKey?: KeyObject;
  readonly eMacKey?: Uint8Array;
}

/** False as well where the payload is attached or the key for this form is missing. */
export function verifyDeviceAuthentication(
  parts: DeviceAuthentication,
  deviceAuth: DeviceAuth,
  { deviceKey, eMacKey }: DeviceAuthKeys,
): boolean {
  const detached = { detachedPayload: encodeDeviceAuthentication(parts) };
  return 'deviceMac' in deviceAuth
    ? eMacKey !== undefined && verifyCoseMac0(deviceAuth.deviceMac, eMacKey, detached)
    : deviceKey !== undefined && verifyCoseSign1(deviceAuth.deviceSignature, deviceKey, detached);
}
