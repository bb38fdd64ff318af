/** What an issuer-initiated offer to the wallet platform needs. */
export interface AddToWallet {
  /** The id by which the wallet platform knows this issuer. */
  readonly googleIssuerId: string;
  readonly protocol: string;
  /** Document types that are offered; undefined: all. */
  readonly documentTypes?: ReadonlySet<string>;
}

/** The grant type of OpenID4VCI 1.0, 4.1.1. */
export const PRE_AUTHORIZED_CODE = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** What the holder must type besides, which reaches them on another way. */
export const TX_CODE = {
  input_mode: 'numeric',
  length: 6,
  description: 'The number that the issuer gave you',
} as const;

/** The way to a wallet that follows OpenID4VCI. */
export interface WalletOffers {
  /** The Credential Issuer Identifier. */
  readonly issuer: () => string;
  readonly documentTypes: ReadonlySet<string>;
  /** Whether a listed wallet can use the authorization endpoint. */
  readonly isRedirecting: boolean;
  /** Whether the code of an offer is enough for a token. */
  readonly isPreAuthorizing: boolean;
}

/** Whether a wallet can use a code with a second secret, for which the wallet platform has no place. */
export const takesTxCodes = (
  { wallets }: { readonly wallets?: WalletOffers },
  documentType: string,
): boolean => wallets?.isPreAuthorizing === true && wallets.documentTypes.has(documentType);

/** The address that opens a wallet with the offer. */
export const offerLink = (offer: object): string =>
  `openid-credential-offer://?credential_offer=${encodeURIComponent(JSON.stringify(offer))}`;
