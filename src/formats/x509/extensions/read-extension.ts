import { DerError, type DerReader, derWriter, readDer } from '../../der/index.ts';
import { CertificateError } from '../../errors.ts';
import type { Certificate } from '../certificate.ts';

/** Decodes the extension with this OBJECT IDENTIFIER; undefined if the certificate does not have it. */
export function readExtension<T>(
  certificate: Pick<Certificate, 'extensions' | 'rules'>,
  oid: string,
  decode: (reader: DerReader) => T,
): T | undefined {
  const extension = certificate.extensions.get(oid);
  if (extension === undefined) return undefined;
  try {
    return readDer(extension.value, decode, certificate.rules);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('malformed', `malformed extension ${oid}: ${error.message}`, { cause: error });
  }
}

/** DER Extension. `critical` is omitted if false, because DER omits defaults. */
export function encodeExtension(oid: string, critical: boolean, value: Uint8Array): Uint8Array {
  const parts = [derWriter.objectIdentifier(oid), derWriter.octetString(value)];
  if (critical) parts.splice(1, 0, derWriter.boolean(true));
  return derWriter.sequence(...parts);
}
