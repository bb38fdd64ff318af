import {
  contextConstructed,
  contextPrimitive,
  DER,
  DerError,
  DerReader,
  type EncodingRules,
  PHONE,
  TAG,
} from '../der/index.ts';
import { CertificateError } from '../errors.ts';
import { type NameAttribute, parseName } from './name.ts';
import { readSignatureAlgorithm } from './oid.ts';

const MAX_CERTIFICATE_BYTES = 32 * 1024;
const MAX_EXTENSIONS = 64;
// RFC 5280 4.1.2.2 allows 20, but some issuers use more.
const MAX_SERIAL_OCTETS = 64;

export interface CertificateExtension {
  readonly critical: boolean;
  /** Contents of extnValue. */
  readonly value: Uint8Array;
}

/** An X.509 certificate (RFC 5280 4.1). Byte strings are views of `der`. */
export interface Certificate {
  readonly der: Uint8Array;
  /** What was let pass when `der` was read; the same holds for its names and extensions. */
  readonly rules: EncodingRules;
  readonly tbs: Uint8Array;
  readonly version: 1 | 2 | 3;
  /** The serial number, big endian, without a sign octet. */
  readonly serialNumber: Uint8Array;
  /** The serial number in upper-case hex, two digits per octet. */
  readonly serialHex: string;
  /** The issuer as a DER Name. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Decoded at the first access, which throws {@link CertificateError} `malformed` if the name is broken. */
  readonly issuerAttributes: readonly NameAttribute[];
  readonly subjectAttributes: readonly NameAttribute[];
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array;
  /** The extensions, by OBJECT IDENTIFIER. */
  readonly extensions: ReadonlyMap<string, CertificateExtension>;
  /** OBJECT IDENTIFIER. */
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
}

/** Reads one DER certificate that fills `der`. Throws {@link CertificateError}. */
export const parseCertificate = (der: Uint8Array): Certificate => parse(der, DER);

/** The same for a certificate of an attestation chain, which is read as phones encode it. */
export const parsePhoneCertificate = (der: Uint8Array): Certificate => parse(der, PHONE);

function parse(der: Uint8Array, rules: EncodingRules): Certificate {
  if (der.length > MAX_CERTIFICATE_BYTES) throw new CertificateError('tooLong', 'certificate is too long');
  try {
    return readCertificate(der, rules);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('malformed', `malformed certificate: ${error.message}`, { cause: error });
  }
}

function readCertificate(der: Uint8Array, rules: EncodingRules): Certificate {
  const outer = new DerReader(der, rules);
  const certificate = outer.sequence();
  outer.end();
  const tbs = certificate.element(TAG.sequence);
  const signatureAlgorithm = readSignatureAlgorithm(certificate.sequence());
  const signature = certificate.bitStringOctets();
  certificate.end();

  const fields = new DerReader(tbs, rules).sequence();
  const version = readVersion(fields);
  const serialNumber = readSerialNumber(fields);
  // RFC 5280 4.1.1.2: both places name the same algorithm
  if (readSignatureAlgorithm(fields.sequence()) !== signatureAlgorithm) {
    throw new CertificateError('algorithmMismatch', 'certificate names two signature algorithms');
  }
  const issuer = fields.element(TAG.sequence);
  const validity = fields.sequence();
  const notBefore = validity.time();
  const notAfter = validity.time();
  validity.end();
  const subject = fields.element(TAG.sequence);
  const spki = fields.element(TAG.sequence);
  const extensions = readOptionalFields(fields, version);
  fields.end();
  return new ParsedCertificate({
    der,
    rules,
    tbs,
    version,
    serialNumber,
    issuer,
    subject,
    notBefore,
    notAfter,
    spki,
    extensions,
    signatureAlgorithm,
    signature,
  });
}

type Fields = Omit<Certificate, 'serialHex' | 'issuerAttributes' | 'subjectAttributes'>;

/** Rarely used parts are decoded only when they are read, so that chains are parsed within microseconds. */
class ParsedCertificate implements Certificate {
  readonly der: Uint8Array;
  readonly rules: EncodingRules;
  readonly tbs: Uint8Array;
  readonly version: 1 | 2 | 3;
  readonly serialNumber: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly spki: Uint8Array;
  readonly extensions: ReadonlyMap<string, CertificateExtension>;
  readonly signatureAlgorithm: string;
  readonly signature: Uint8Array;
  #issuerAttributes: readonly NameAttribute[] | undefined;
  #subjectAttributes: readonly NameAttribute[] | undefined;

  constructor(fields: Fields) {
    this.der = fields.der;
    this.rules = fields.rules;
    this.tbs = fields.tbs;
    this.version = fields.version;
    this.serialNumber = fields.serialNumber;
    this.issuer = fields.issuer;
    this.subject = fields.subject;
    this.notBefore = fields.notBefore;
    this.notAfter = fields.notAfter;
    this.spki = fields.spki;
    this.extensions = fields.extensions;
    this.signatureAlgorithm = fields.signatureAlgorithm;
    this.signature = fields.signature;
  }

  get serialHex(): string {
    return Buffer.from(this.serialNumber).toString('hex').toUpperCase();
  }

  get issuerAttributes(): readonly NameAttribute[] {
    this.#issuerAttributes ??= parseName(this.issuer, this.rules);
    return this.#issuerAttributes;
  }

  get subjectAttributes(): readonly NameAttribute[] {
    this.#subjectAttributes ??= parseName(this.subject, this.rules);
    return this.#subjectAttributes;
  }
}

function readVersion(fields: DerReader): 1 | 2 | 3 {
  if (!fields.nextIs(contextConstructed(0))) return 1;
  const inner = fields.explicit(0);
  const version = inner.smallInteger() + 1;
  inner.end();
  // DER omits the default v1, so only 2 and 3 occur.
  if (version === 2 || version === 3) return version;
  throw new CertificateError('unsupportedVersion', 'certificate version is not supported');
}

function readSerialNumber(fields: DerReader): Uint8Array {
  const content = fields.integerContent();
  const magnitude = content.length > 1 && content[0] === 0 ? content.subarray(1) : content;
  const isNegative = content[0]! >= 0x80;
  if ((isNegative && !fields.rules.has('missingSign')) || magnitude.length > MAX_SERIAL_OCTETS) {
    throw new CertificateError('invalidSerialNumber', 'serial number is negative or too long');
  }
  return magnitude;
}

function readOptionalFields(fields: DerReader, version: number): Certificate['extensions'] {
  for (const uniqueIdentifier of [1, 2]) {
    if (version >= 2 && fields.nextIs(contextPrimitive(uniqueIdentifier))) {
      fields.bitString(contextPrimitive(uniqueIdentifier));
    }
  }
  const extensions = new Map<string, CertificateExtension>();
  if (version !== 3 || !fields.nextIs(contextConstructed(3))) return extensions;
  const wrapper = fields.explicit(3);
  const list = wrapper.sequence();
  wrapper.end();
  do {
    const extension = list.sequence();
    const oid = extension.objectIdentifier();
    // DER does not allow an explicit FALSE (X.690 11.5), but it occurs in practice. It is harmless, because
    // the signature covers it.
    const critical = extension.nextIs(TAG.boolean) && extension.boolean();
    const value = extension.octetString();
    extension.end();
    if (extensions.has(oid)) throw new CertificateError('duplicateExtension', 'an extension is repeated');
    if (extensions.size === MAX_EXTENSIONS) throw new CertificateError('tooLong', 'too many extensions');
    extensions.set(oid, { critical, value });
  } while (!list.done);
  return extensions;
}
