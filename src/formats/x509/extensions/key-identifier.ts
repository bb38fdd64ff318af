import { hash } from 'node:crypto';
import { contextPrimitive, DerError, type DerReader, derWriter, readDer, TAG } from '../../der/index.ts';
import { CertificateError } from '../../errors.ts';
import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import { encodeExtension, readExtension } from './read-extension.ts';

/**
 * SHA-1 over the key bits of a SubjectPublicKeyInfo (RFC 5280 4.2.1.2 method 1, as ISO 18013-5 B.1 asks). Throws
 * {@link CertificateError} `unsupportedKey`.
 */
export const keyIdentifierOf = (spki: Uint8Array): Uint8Array => hash('sha1', keyBits(spki), 'buffer');

function keyBits(spki: Uint8Array): Uint8Array {
  try {
    return readDer(spki, (reader) => {
      const fields = reader.sequence();
      fields.element(TAG.sequence);
      const bits = fields.bitStringOctets();
      fields.end();
      return bits;
    });
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('unsupportedKey', 'public key is malformed', { cause: error });
  }
}

export const subjectKeyIdentifier = (certificate: Certificate): Uint8Array | undefined =>
  readExtension(certificate, OID.subjectKeyIdentifier, (reader) => reader.octetString());

/** keyIdentifier of the AuthorityKeyIdentifier; an empty byte string when only issuer and serial are named. */
export const authorityKeyIdentifier = (certificate: Certificate): Uint8Array | undefined =>
  readExtension(certificate, OID.authorityKeyIdentifier, decodeAuthorityKeyIdentifier);

function decodeAuthorityKeyIdentifier(reader: DerReader): Uint8Array {
  const fields = reader.sequence();
  const tag = contextPrimitive(0);
  const keyIdentifier = fields.nextIs(tag) ? fields.octetString(tag) : new Uint8Array(0);
  while (!fields.done) fields.wellFormedElement();
  return keyIdentifier;
}

export const encodeSubjectKeyIdentifier = (identifier: Uint8Array): Uint8Array =>
  encodeExtension(OID.subjectKeyIdentifier, false, derWriter.octetString(identifier));

export const encodeAuthorityKeyIdentifier = (identifier: Uint8Array): Uint8Array =>
  encodeExtension(
    OID.authorityKeyIdentifier,
    false,
    derWriter.sequence(derWriter.element(contextPrimitive(0), identifier)),
  );
