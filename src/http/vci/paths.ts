import { HOLDER_PATHS } from '../holders/paths.ts';

/** The prefix is the path of the Credential Issuer Identifier. */
const VCI = '/vci';

export const VCI_PATHS = {
  par: `${VCI}/par`,
  authorization: `${VCI}/authorize`,
  /** Below the path to which browsers send the cookie of a holder who signed in. */
  interaction: HOLDER_PATHS.wallet,
  token: `${VCI}/token`,
  nonce: `${VCI}/nonce`,
  credential: `${VCI}/credential`,
  notification: `${VCI}/notification`,
  /** OpenID4VCI 1.0, 12.2.2; older wallets append it. */
  issuerMetadata: [
    `/.well-known/openid-credential-issuer${VCI}`,
    `${VCI}/.well-known/openid-credential-issuer`,
  ],
  /** RFC 8414 3.1, and the forms of older clients. */
  serverMetadata: [
    `/.well-known/oauth-authorization-server${VCI}`,
    `${VCI}/.well-known/oauth-authorization-server`,
    `/.well-known/openid-configuration${VCI}`,
    `${VCI}/.well-known/openid-configuration`,
  ],
} as const;

/** What wallets and holders do at these paths and below them. */
export const VCI_PATH_WORDS: Readonly<Record<string, string>> = {
  [VCI_PATHS.par]: 'Begin a request of a wallet',
  [VCI_PATHS.authorization]: 'Open the page for holders from a wallet',
  [VCI_PATHS.token]: 'Get a token for a wallet',
  [VCI_PATHS.nonce]: 'Get a nonce for a wallet',
  [VCI_PATHS.credential]: 'Get a credential for a wallet',
  [VCI_PATHS.notification]: 'Tell what became of a credential',
  [HOLDER_PATHS.page]: 'Use the page for holders',
};

/** The Credential Issuer Identifier, which is also the issuer of the authorization server. */
export const vciIssuer = (address: string): string => `${address}${VCI}`;
