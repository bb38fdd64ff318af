import { structureDecoder } from '../structure/index.ts';

export type MdocErrorCode =
  | 'malformed'
  | 'unsupported'
  | 'invalidDocType'
  | 'invalidNamespace'
  | 'invalidElement'
  | 'tooManyElements'
  | 'invalidCertificate'
  | 'invalidDeviceKey'
  | 'invalidValidity'
  | 'invalidSignature';

/** A refusal of the mdoc layer; messages name structures, members and elements, never their values. */
export class MdocError extends Error {
  override readonly name = 'MdocError';
  readonly code: MdocErrorCode;

  constructor(code: MdocErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const decoder = structureDecoder(
  (message, cause) => new MdocError('malformed', message, cause === undefined ? undefined : { cause }),
);
