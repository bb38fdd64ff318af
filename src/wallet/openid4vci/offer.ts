import { isObject, type JsonObject } from '../../conventions/json.ts';
import { OfferError } from '../errors.ts';

/** OpenID4VCI 1.0, 4.1.1. */
export const PRE_AUTHORIZED_CODE = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** The parameters of a token request for the code of an offer (6.1). */
export const preAuthorized = (code: string, txCode?: string) => ({
  grant_type: PRE_AUTHORIZED_CODE,
  'pre-authorized_code': code,
  tx_code: txCode,
});

/** An offer of an issuer (OpenID4VCI 1.0, 4.1). */
export interface Offer {
  /** The Credential Issuer Identifier. */
  readonly issuer: string;
  readonly configurationIds: readonly string[];
  /** The pre-authorized code. */
  readonly code?: string;
  /** Whether the holder must type a transaction code. */
  readonly asksTxCode: boolean;
  /** For the authorization code. */
  readonly issuerState?: string;
  readonly isRedirecting: boolean;
}

const LONGEST = 65_536;
const malformed = (what: string) => new OfferError('malformed', `this is no offer of a credential: ${what}`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('it is not JSON');
  }
}

function grantOf(grants: unknown, name: string): JsonObject | undefined {
  const grant = isObject(grants) ? grants[name] : undefined;
  if (grant === undefined || isObject(grant)) return grant;
  throw malformed('a grant must be an object');
}

function textOf(grant: JsonObject | undefined, name: string): string | undefined {
  const value = grant?.[name];
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw malformed(`${name} must be a text`);
}

/** @throws OfferError `malformed` */
export function offerOf(value: unknown): Offer {
  if (!isObject(value)) throw malformed('it must be an object');
  const { credential_issuer: issuer, credential_configuration_ids: ids, grants } = value;
  if (typeof issuer !== 'string' || !URL.canParse(issuer))
    throw malformed('credential_issuer must be an address');
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => typeof id === 'string'))
    throw malformed('credential_configuration_ids must be a list of names');
  const authorization = grantOf(grants, 'authorization_code');
  const direct = grantOf(grants, PRE_AUTHORIZED_CODE);
  const code = textOf(direct, 'pre-authorized_code');
  const issuerState = textOf(authorization, 'issuer_state');
  return {
    issuer,
    configurationIds: ids as string[],
    asksTxCode: isObject(direct?.tx_code),
    isRedirecting: authorization !== undefined,
    ...(code !== undefined && { code }),
    ...(issuerState !== undefined && { issuerState }),
  };
}

/** The offer in a request for a browser (Digital Credentials), which may be one of several. */
function offerInRequest(value: unknown): unknown {
  const { requests, protocol, data } = (value ?? {}) as Partial<
    Record<'requests' | 'protocol' | 'data', unknown>
  >;
  if (Array.isArray(requests)) {
    const ours = requests.find((one) => isObject(one) && String(one.protocol).startsWith('openid4vci'));
    if (ours === undefined) throw malformed('none of its requests is for openid4vci');
    return offerInRequest(ours);
  }
  return typeof protocol === 'string' && protocol.startsWith('openid4vci') ? data : value;
}

/**
 * Reads an offer as a person has it: the address of a link or QR code, the offer in JSON, or the request for a browser.
 * `fetched` gets an offer that the address only refers to. @throws OfferError
 */
export async function readOffer(text: string, fetched: (url: string) => Promise<unknown>): Promise<Offer> {
  const given = text.trim();
  if (given.length > LONGEST) throw malformed('it is too long');
  if (given.startsWith('{')) return offerOf(offerInRequest(parsed(given)));
  const query = URL.parse(given)?.searchParams;
  const byValue = query?.get('credential_offer');
  if (byValue) return offerOf(parsed(byValue));
  const reference = query?.get('credential_offer_uri');
  if (reference) return offerOf(await fetched(reference));
  throw malformed('it has neither credential_offer nor credential_offer_uri, and is no JSON object');
}
