import { IssuerError } from './errors.ts';

/**
 * RFC 4648 section 4 or 5, padded or not. Node's decoder skips invalid characters; they are detected because
 * the result is then too short for its text. @throws IssuerError `invalidFieldValue` with the name of the
 * field.
 */
export function decodeBase64(text: string, field: string, maxBytes: number): Uint8Array {
  let length = text.length;
  for (let padding = 0; padding < 2 && text.charCodeAt(length - 1) === 0x3d; padding += 1) length -= 1;
  const expected = Math.floor((length * 3) / 4);
  const isPadded = length < text.length;
  if (length % 4 === 1 || (isPadded && text.length % 4 !== 0)) {
    throw new IssuerError('invalidFieldValue', `${field} is not base64`);
  }
  if (expected > maxBytes) {
    throw new IssuerError('invalidFieldValue', `${field} is longer than ${maxBytes} bytes`);
  }
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== expected) throw new IssuerError('invalidFieldValue', `${field} is not base64`);
  return bytes;
}

export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
