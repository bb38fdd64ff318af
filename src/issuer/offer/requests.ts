import type { IssuerPolicy } from '../policy.ts';
import { type AddToWallet, PRE_AUTHORIZED_CODE, TX_CODE } from './offer.ts';

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

/** A Credential Offer by value (OpenID4VCI 1.0, 4.1.1); undefined if the settings do not offer the document type. */
export function walletOffer(
  { code, documentType, hasTxCode }: Offered,
  { wallets }: Pick<IssuerPolicy, 'wallets'>,
): CreationRequest['data'] | undefined {
  if (documentType === undefined || !wallets?.documentTypes.has(documentType)) return undefined;
  return {
    credential_issuer: wallets.issuer(),
    credential_configuration_ids: [documentType],
    grants: {
      // The authorization endpoint does not ask for the second secret.
      ...(wallets.isRedirecting && !hasTxCode && { authorization_code: { issuer_state: code } }),
      ...(wallets.isPreAuthorizing && {
        [PRE_AUTHORIZED_CODE]: { 'pre-authorized_code': code, ...(hasTxCode && { tx_code: TX_CODE }) },
      }),
    },
  };
}

interface PossibleOffer {
  readonly documentType: string;
  readonly data: CreationRequest['data'];
}

/** An offer for each document type of which the code may be: where it came from elsewhere, all that wallets get. */
export function possibleOffers(
  offered: Offered,
  policy: Pick<IssuerPolicy, 'wallets'>,
): readonly PossibleOffer[] {
  const { documentType: known } = offered;
  const possible = known === undefined ? (policy.wallets?.documentTypes ?? []) : [known];
  return [...possible].flatMap((documentType) => {
    const data = walletOffer({ ...offered, documentType }, policy);
    return data === undefined ? [] : [{ documentType, data }];
  });
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
  const [offer, ...others] = possibleOffers(offered, policy);
  return [
    // The platform has no place for a second secret.
    ...(addToWallet && isOffered && !hasTxCode ? [ofPlatform(code, addToWallet)] : []),
    ...(offer && others.length === 0 ? [{ protocol: 'openid4vci-v1', data: offer.data }] : []),
  ];
}
