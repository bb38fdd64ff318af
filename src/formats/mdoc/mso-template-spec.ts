import { MdocError } from '../errors.ts';
import { hasRepeats, isName, isShortestCbor } from '../structure/index.ts';
import { CertificateError, parseCertificate } from '../x509/index.ts';

export interface MsoElement {
  readonly identifier: string;
  /** Encoded CBOR in shortest form, exactly as provisioned. */
  readonly value: Uint8Array;
}

export interface MsoNamespace {
  readonly name: string;
  readonly elements: readonly MsoElement[];
}

/** The common content of all MSOs of a credential version. */
export interface MsoTemplateSpec {
  readonly docType: string;
  /** The namespaces, in the order of the provisioned data. */
  readonly namespaces: readonly MsoNamespace[];
  /** DER; the document signer first, the IACA root left out. */
  readonly documentSignerCertificates: readonly Uint8Array[];
}

/** When a document signer certificate is valid, in milliseconds since 1970. */
export interface SignerValidity {
  readonly notBefore: number;
  readonly notAfter: number;
}

const MAX_ELEMENTS = 2048;

/** Throws MdocError for a specification that cannot give a valid mdoc. Returns the validity of the signer. */
export function checkMsoTemplateSpec(spec: MsoTemplateSpec): SignerValidity {
  if (!isName(spec.docType)) throw new MdocError('invalidDocType', 'the document type is empty or too long');
  if (spec.namespaces.length === 0) throw new MdocError('invalidNamespace', 'there is no namespace');
  if (hasRepeats(spec.namespaces.map(({ name }) => name))) {
    throw new MdocError('invalidNamespace', 'a namespace is repeated');
  }
  for (const namespace of spec.namespaces) checkNamespace(namespace);
  return signerValidity(spec.documentSignerCertificates[0]);
}

function checkNamespace({ name, elements }: MsoNamespace): void {
  if (!isName(name)) throw new MdocError('invalidNamespace', 'a namespace is empty or too long');
  if (elements.length === 0) throw new MdocError('invalidNamespace', `${name} has no elements`);
  if (elements.length > MAX_ELEMENTS) throw new MdocError('tooManyElements', `${name} has too many elements`);
  if (hasRepeats(elements.map(({ identifier }) => identifier))) {
    throw new MdocError('invalidElement', `${name}: an element is repeated`);
  }
  for (const element of elements) checkElement(name, element);
}

function checkElement(namespace: string, { identifier, value }: MsoElement): void {
  if (!isName(identifier)) {
    throw new MdocError('invalidElement', `${namespace}: an element identifier is empty or too long`);
  }
  if (!isShortestCbor(value)) {
    throw new MdocError(
      'invalidElement',
      `${namespace}/${identifier}: the value is not CBOR in shortest form`,
    );
  }
}

function signerValidity(certificate: Uint8Array | undefined): SignerValidity {
  if (certificate === undefined) {
    throw new MdocError('invalidCertificate', 'there is no document signer certificate');
  }
  try {
    const { notBefore, notAfter } = parseCertificate(certificate);
    return { notBefore, notAfter };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new MdocError('invalidCertificate', 'the document signer certificate is malformed', {
      cause: error,
    });
  }
}
