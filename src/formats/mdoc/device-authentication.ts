import { hash, hkdfSync, type KeyObject } from 'node:crypto';
import { type CborValue, Encoded, encodeInOrder } from '../cbor/index.ts';
import {
  decodeCoseMac0,
  decodeCoseSign1,
  makeCoseMac0,
  type RawSigner,
  signCoseSign1,
  verifyCoseMac0,
  verifyCoseSign1,
} from '../cose/index.ts';
import { sharedSecret } from '../ec/index.ts';
import { mdocDecoder, read } from '../structure/index.ts';
import { type DeviceAuth, type DeviceNameSpaces, encodeDeviceNameSpaces } from './device-signed.ts';
import { embed, FOREIGN } from './encoding.ts';

/**
 * An encoded SessionTranscript (ISO 18013-5 9.1.5.1), without tag 24. Device engagement and reader key are encoded
 * tag-24 items; both are null if another protocol's handover identifies the parties.
 */
export function encodeSessionTranscript(parts: {
  readonly deviceEngagementBytes?: Uint8Array;
  readonly eReaderKeyBytes?: Uint8Array;
  readonly handover: CborValue;
}): Uint8Array {
  const optional = (bytes: Uint8Array | undefined) => bytes && new Encoded(bytes);
  return encodeInOrder([
    optional(parts.deviceEngagementBytes) ?? null,
    optional(parts.eReaderKeyBytes) ?? null,
    parts.handover,
  ]);
}

/** SessionTranscriptBytes, tag 24 included. */
export const sessionTranscriptBytes = embed;

/** The SessionTranscript inside SessionTranscriptBytes. Throws MdocError `malformed`. */
export const sessionTranscriptFromBytes = (bytes: Uint8Array): Uint8Array =>
  mdocDecoder.item('SessionTranscriptBytes', bytes, read.embedded, FOREIGN);

const EMAC_KEY_LENGTH = 32;

/**
 * EMacKey (ISO 18013-5 9.1.3.5), from either side: the reader's ephemeral private key with the device key, or the
 * device's private key with the reader's ephemeral key. `point` is the 65-byte point of the other side.
 */
export function deriveEMacKey(
  privateKey: KeyObject,
  point: Uint8Array,
  sessionTranscript: Uint8Array,
): Uint8Array {
  const salt = hash('sha256', sessionTranscriptBytes(sessionTranscript), 'buffer');
  const secret = sharedSecret(privateKey, point);
  return new Uint8Array(hkdfSync('sha256', secret, salt, 'EMacKey', EMAC_KEY_LENGTH));
}

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

/** The key that checks a DeviceAuth: the device's key for a signature, the shared key for a MAC. */
export interface DeviceAuthKeys {
  readonly deviceKey?: KeyObject;
  readonly eMacKey?: Uint8Array;
}

/** Whether the DeviceAuth is valid. Also false if its payload is attached or the key for its form is missing. */
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
