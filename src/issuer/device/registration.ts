import { ALPHANUMERIC, type RandomFill, randomText } from '../../conventions/random-text.ts';
import { DerReader, PHONE } from '../../formats/der/index.ts';
import { certificatesFromPem } from '../../formats/x509/index.ts';
import { decodeBase64 } from '../base64.ts';
import type { RequestOf } from '../contract/index.ts';
import { IssuerError } from '../errors.ts';

/**
 * 32 characters of [A-Za-z0-9], which are both a text of 32 bytes and the base64 of 24 bytes. It is not
 * documented which of the two devices use as the attestation challenge.
 */
export function newNonce(random: RandomFill): string {
  return randomText(random, ALPHANUMERIC, 32);
}

/** The two attestation challenges that a device may derive from the nonce. */
export function challengesOf(nonce: string): readonly Uint8Array[] {
  return [Buffer.from(nonce, 'ascii'), Buffer.from(nonce, 'base64')];
}

/** Longest certificate of a chain, in bytes; real ones are below 4 KiB. */
const MAX_CERTIFICATE = 16_384;
const MAX_CHAIN = 65_536;

function concatenated(blob: Uint8Array): readonly Uint8Array[] {
  const text = Buffer.from(blob).toString('latin1');
  if (text.includes('-----BEGIN CERTIFICATE-----')) return certificatesFromPem(text);
  const reader = new DerReader(blob, PHONE);
  const certificates: Uint8Array[] = [];
  while (!reader.done) certificates.push(reader.element());
  return certificates;
}

/**
 * The chain in DER, leaf first. The deprecated single value contains the whole chain. It is read only if the
 * list is absent.
 */
export function certificateChain(request: RequestOf<'registerDevice'>): readonly Uint8Array[] {
  const list = request.deviceIdentityCertificateChain ?? [];
  if (list.length > 0) {
    return list.map((text) => decodeBase64(text, 'deviceIdentityCertificateChain', MAX_CERTIFICATE));
  }
  if (!request.deviceIdentityCertificate) {
    throw new IssuerError('missingRequiredField', 'unset: deviceIdentityCertificateChain');
  }
  const blob = decodeBase64(request.deviceIdentityCertificate, 'deviceIdentityCertificate', MAX_CHAIN);
  try {
    return concatenated(blob);
  } catch (cause) {
    throw new IssuerError('invalidFieldValue', 'deviceIdentityCertificate holds no certificates', { cause });
  }
}
