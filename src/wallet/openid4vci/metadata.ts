import { isObject, type JsonObject, type JsonValue } from '../../conventions/json.ts';
import { DistrustError, ExchangeError, OfferError } from '../errors.ts';
import { accepted, FIRST_REFUSAL, VciRefusal } from './refusal.ts';
import { isSafeAddress, type Send, type VciStep } from './transport.ts';

/** OpenID4VCI 1.0, 12.2.2 and RFC 8414 3.1: the well-known part comes between host and path. */
export function wellKnown(name: string, issuer: string): string {
  const { origin, pathname, search } = new URL(issuer);
  return `${origin}/.well-known/${name}${pathname.replace(/\/$/, '')}${search}`;
}

export interface VciConfiguration {
  readonly id: string;
  readonly docType: string;
  readonly scope: string | undefined;
  readonly proofTypes: Readonly<Record<string, ProofType>>;
}

/** What an issuer asks of a type of proof (OpenID4VCI 1.0, appendix F). */
interface ProofType {
  /** The levels that a key attestation must have; undefined if none is needed. */
  readonly attested?: {
    readonly keyStorage: readonly string[];
    readonly userAuthentication: readonly string[];
  };
}

/** An issuer as its metadata describe it (OpenID4VCI 1.0, 12.2.4; RFC 8414). */
export interface VciIssuer {
  readonly id: string;
  readonly credentialEndpoint: string;
  readonly nonceEndpoint: string | undefined;
  readonly notificationEndpoint: string | undefined;
  /** Most keys in a request. */
  readonly batchSize: number;
  readonly configurations: readonly VciConfiguration[];
  readonly server: {
    readonly issuer: string;
    readonly tokenEndpoint: string;
    readonly pushedRequestEndpoint: string | undefined;
    readonly authorizationEndpoint: string | undefined;
    /** Whether wallets must, or may, authenticate themselves by an attestation. */
    readonly walletAttestation: 'off' | 'optional' | 'required';
  };
}

const malformed = (what: string) =>
  new ExchangeError('malformedAnswer', `the metadata of the issuer have ${what}`);

/** A JSON object at an address to which nothing secret is sent. @throws ExchangeError, VciRefusal, DistrustError */
export async function fetchJson(send: Send, step: VciStep, url: string): Promise<JsonObject> {
  if (!isSafeAddress(url))
    throw new DistrustError('metadata', `the address of ${step} must begin with https://`);
  const answer = await send(step, { method: 'GET', url, headers: { accept: 'application/json' } });
  // The address of an offer is a secret.
  if (answer.status >= FIRST_REFUSAL) throw new VciRefusal(answer, step === 'offer' ? undefined : url);
  const { body } = accepted(answer);
  if (body !== undefined) return body;
  throw new ExchangeError('malformedAnswer', `the answer to ${step} is no JSON object`);
}

function endpoint(metadata: JsonObject, name: string): string | undefined {
  const value = metadata[name];
  if (value === undefined || isSafeAddress(value)) return value;
  throw malformed(`a ${name} that is no https address`);
}

function requiredEndpoint(metadata: JsonObject, name: string): string {
  const value = endpoint(metadata, name);
  if (value !== undefined) return value;
  throw malformed(`no ${name}`);
}

const membersOf = (value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] =>
  isObject(value) ? Object.entries(value) : [];

const textsIn = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

function proofTypeOf(asked: JsonValue): ProofType {
  const attested = isObject(asked) ? asked.key_attestations_required : undefined;
  if (!isObject(attested)) return {};
  const { key_storage: keyStorage, user_authentication: userAuthentication } = attested;
  return {
    attested: { keyStorage: textsIn(keyStorage), userAuthentication: textsIn(userAuthentication) },
  };
}

function attestationIn({ token_endpoint_auth_methods_supported: methods }: JsonObject) {
  const all = textsIn(methods);
  if (!all.includes('attest_jwt_client_auth')) return 'off';
  return all.includes('none') ? 'optional' : 'required';
}

/** The configurations for mdoc; others are not for this phone. */
const configurationsIn = ({ credential_configurations_supported: all }: JsonObject): VciConfiguration[] =>
  membersOf(all).flatMap(([id, one]) => {
    if (!isObject(one) || one.format !== 'mso_mdoc' || typeof one.doctype !== 'string') return [];
    const types = membersOf(one.proof_types_supported).map(([type, asked]) => [type, proofTypeOf(asked)]);
    const scope = typeof one.scope === 'string' ? one.scope : undefined;
    return [{ id, docType: one.doctype, scope, proofTypes: Object.fromEntries(types) }];
  });

function batchSizeIn({ batch_credential_issuance: batch }: JsonObject): number {
  const size = isObject(batch) ? batch.batch_size : undefined;
  return typeof size === 'number' && size > 1 ? size : 1;
}

/** Reads the metadata, which must be of this issuer. @throws ExchangeError, VciRefusal, DistrustError `metadata` */
export async function discover(send: Send, id: string): Promise<VciIssuer> {
  const issuer = await fetchJson(send, 'issuerMetadata', wellKnown('openid-credential-issuer', id));
  if (issuer.credential_issuer !== id)
    throw new DistrustError('metadata', 'the metadata are of another credential issuer');
  const [serverId = id] = textsIn(issuer.authorization_servers);
  const server = await fetchJson(send, 'serverMetadata', wellKnown('oauth-authorization-server', serverId));
  if (server.issuer !== serverId)
    throw new DistrustError('metadata', 'the metadata are of another authorization server');
  return {
    id,
    credentialEndpoint: requiredEndpoint(issuer, 'credential_endpoint'),
    nonceEndpoint: endpoint(issuer, 'nonce_endpoint'),
    notificationEndpoint: endpoint(issuer, 'notification_endpoint'),
    batchSize: batchSizeIn(issuer),
    configurations: configurationsIn(issuer),
    server: {
      issuer: serverId,
      tokenEndpoint: requiredEndpoint(server, 'token_endpoint'),
      pushedRequestEndpoint: endpoint(server, 'pushed_authorization_request_endpoint'),
      authorizationEndpoint: endpoint(server, 'authorization_endpoint'),
      walletAttestation: attestationIn(server),
    },
  };
}

/** The configuration of an offer, or of this name. @throws OfferError `configuration` */
export function configurationOf({ configurations }: VciIssuer, ids: readonly string[]): VciConfiguration {
  const one = configurations.find(({ id }) => ids.includes(id));
  if (one !== undefined) return one;
  throw new OfferError('configuration', 'the issuer has no credential configuration for mdoc of that name');
}
