import type { KeyObject } from 'node:crypto';
import type { Certificate } from '../x509/index.ts';
import type { IssuerAuth } from './issuer-auth.ts';
import type { IssuerSigned } from './issuer-signed.ts';

export interface IssuerSignedOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Document type of the document around it. */
  readonly docType?: string;
  /** DER of trusted IACA roots; without any, trust in the document signer is not checked. */
  readonly trustedRoots?: readonly Uint8Array[];
}

/** What the checks of an IssuerSigned look at. */
export interface IssuerSubject {
  readonly issuerSigned: IssuerSigned;
  readonly issuerAuth: IssuerAuth;
  readonly options: IssuerSignedOptions;
  /** First of the x5chain; undefined when it is malformed. */
  readonly signer: Certificate | undefined;
  readonly signerKey: KeyObject | undefined;
}
