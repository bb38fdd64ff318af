import { CertificateError } from './error.ts';

const OCTETS = 16;

/**
 * A serial number of 16 octets whose first is 0x10 to 0x7F, so that every way to write it in hex, with or without
 * padding or sign octet, gives the same digits. Takes 16 random octets.
 */
export function newSerialNumber(random16: Uint8Array): Uint8Array {
  if (random16.length !== OCTETS)
    throw new CertificateError('invalidSpec', 'serial number needs 16 random octets');
  const serial = Uint8Array.from(random16);
  serial[0] = 0x10 + (serial[0]! % 0x70);
  return serial;
}

export const isUnambiguousSerial = (serial: Uint8Array): boolean =>
  serial.length === OCTETS && serial[0]! >= 0x10 && serial[0]! <= 0x7f;
