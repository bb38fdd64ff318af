import { DerError, type DerReader, derWriter, readDer } from '../../der/index.ts';
import { CertificateError } from '../../errors.ts';
import type { Certificate } from '../certificate.ts';

/** Decodes the extension with this OBJECT IDENTIFIER; undefined when the certificate has none. */
export function readExtension<T>(
  certificate: Pick<Certificate, 'extensions'>,
  oid: string,
  decode: (reader: DerReader) => T,
): T | undefined {
  const extension = certificate.extensions.get(oid);
  if (extension === undefined) return undefined;
  try {
    return readDer(extension.value, decode);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('malformed', `malformed extension ${oid}: ${error.message}`, { cause: error });
  }
}

/** DER Extension; `critical` is left out when false, as DER asks for defaults. */
export function encodeExtension(oid: string, critical: boolean, value: Uint8Array): Uint8Array {
  const parts = [derWriter.objectIdentifier(oid), derWriter.octetString(value)];
  if (critical) parts.splice(1, 0, derWriter.boolean(true));
  return derWriter.sequence(...parts);
}
