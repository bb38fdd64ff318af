import type { FastifyRequest } from 'fastify';
import type { Certificate } from '../../formats/x509/index.ts';
import type { DocumentType } from '../../issuer/document-types/index.ts';
import type { SelfServiceCode } from '../../issuer/offer/self-service.ts';
import type { issueCredential, redeemCode, takeNotice } from '../../issuer/wallet-grant/index.ts';
import type { HolderVisit } from '../holders/index.ts';
import type { AddressOf } from '../oauth/address.ts';
import type { ObservedExchange } from '../observe-exchanges.ts';
import type { DpopDeps } from './dpop.ts';
import type { VciTokens } from './tokens.ts';

export interface VciHolders {
  /** The path where the sign-in begins. */
  readonly signIn: string;
  /** The holder who signed in with this browser. */
  readonly visitOf: (request: FastifyRequest) => HolderVisit | undefined;
  readonly codeOf: (holderId: string, signInId: string) => Promise<SelfServiceCode>;
}

/** What providers of wallets sign about their wallets. */
interface Attestations {
  readonly mode: 'off' | 'optional' | 'required';
  /** The certificates of the trusted authorities. */
  readonly roots: () => readonly Certificate[];
}

export interface VciOptions extends DpopDeps {
  /** The address of this server. */
  readonly address: () => string;
  readonly name: string;
  readonly documentTypes: readonly DocumentType[];
  /** Most keys in a request. */
  readonly batchSize: number;
  /** Whether wallets that are not listed may redeem codes. */
  readonly anonymous: boolean;
  /** Whether a listed wallet can use the authorization endpoint. */
  readonly isRedirecting: boolean;
  /** Whether the code of an offer is enough for a token. */
  readonly isPreAuthorizing: boolean;
  readonly walletAttestation: Attestations;
  /** Levels of OpenID4VCI 1.0, appendix D.2; an empty list accepts any. */
  readonly keyAttestation: Attestations & {
    readonly keyStorage: readonly string[];
    readonly userAuthentication: readonly string[];
  };
  /** The listed wallets by their ids. */
  readonly clients: ReadonlyMap<string, { readonly name: string; readonly redirectUris?: readonly string[] }>;
  /** The sign-in of holders; undefined if there is none. */
  readonly holders: VciHolders | undefined;
  readonly tokens: VciTokens;
  readonly redeem: ReturnType<typeof redeemCode>;
  readonly issue: ReturnType<typeof issueCredential>;
  readonly notice: ReturnType<typeof takeNotice>;
  /** @throws GrantRefused if the credential is no longer live */
  readonly requireLive: (credentialId: string) => Promise<void>;
  readonly addressOf: AddressOf;
  /** Counts a request of the address. @throws StatusError after too many */
  readonly limit: (address: string) => Promise<void>;
  /** A keyed digest, by which wrong codes of an address are counted. */
  readonly digestOf: (text: string) => string;
  readonly observe: (exchange: ObservedExchange) => void;
}
