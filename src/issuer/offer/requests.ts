import type { IssuerPolicy } from '../policy.ts';
import { type AddToWallet, credentialOffer } from './offer.ts';

/** A member of `requests` of `navigator.credentials.create({ digital: { requests } })` (Digital Credentials). */
export interface CreationRequest {
  readonly protocol: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const ofPlatform = (code: string, { googleIssuerId, protocol }: AddToWallet): CreationRequest => ({
  protocol,
  data: {
    credential_issuer: googleIssuerId,
    credentials: [],
    grants: { authorization_code: { issuer_state: code } },
  },
});

interface Offered {
  readonly code: string;
  /** Unknown where the code came from elsewhere. */
  readonly documentType?: string;
  readonly hasTxCode?: boolean;
}

/** The offer for wallets that follow OpenID4VCI; undefined if the settings do not offer the document type to them. */
export function walletOffer(
  { code, documentType, hasTxCode = false }: Offered,
  { wallets }: Pick<IssuerPolicy, 'wallets'>,
): object | undefined {
  if (wallets === undefined || documentType === undefined || !wallets.documentTypes.has(documentType))
    return undefined;
  return credentialOffer({ code, documentType, hasTxCode }, wallets);
}

/**
 * The requests by which a page or an app of the issuer hands the code to a wallet; whichever comes first uses it up.
 * Empty if the settings offer the document type to none. The platform returns the code as `preAuthorizationCode` evidence.
 */
export function creationRequests(
  offered: Offered,
  policy: Pick<IssuerPolicy, 'addToWallet' | 'wallets'>,
): readonly CreationRequest[] {
  const { addToWallet } = policy;
  const { code, documentType, hasTxCode } = offered;
  const isOffered = documentType === undefined || addToWallet?.documentTypes?.has(documentType) !== false;
  const offer = walletOffer(offered, policy);
  return [
    // The platform has no place for a second secret.
    ...(addToWallet && isOffered && !hasTxCode ? [ofPlatform(code, addToWallet)] : []),
    ...(offer ? [{ protocol: 'openid4vci-v1', data: offer as CreationRequest['data'] }] : []),
  ];
}
