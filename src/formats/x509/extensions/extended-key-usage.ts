import { type DerReader, derWriter } from '../../der/index.ts';
import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import { encodeExtension, readExtension } from './read-extension.ts';

/** OBJECT IDENTIFIERs of the purposes (RFC 5280 4.2.1.12). */
export const extendedKeyUsage = (certificate: Certificate): readonly string[] | undefined =>
  readExtension(certificate, OID.extendedKeyUsage, decode);

function decode(reader: DerReader): readonly string[] {
  const purposes: string[] = [];
  const list = reader.sequence();
  do purposes.push(list.objectIdentifier());
  while (!list.done);
  return purposes;
}

/** Critical ExtendedKeyUsage with one purpose. */
export const encodeExtendedKeyUsage = (purpose: string): Uint8Array =>
  encodeExtension(OID.extendedKeyUsage, true, derWriter.sequence(derWriter.objectIdentifier(purpose)));
