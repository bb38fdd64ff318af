import { omitUndefined } from '../../conventions/omit.ts';
import type { AttestationRoot } from '../device/attestation.ts';
import { type DeviceKey, newDeviceKey } from '../device/device-key.ts';
import { type Effects, newUuid } from '../effects.ts';
import { type JwtChanges, jwkOf, sha256, signedJwt } from './jwt.ts';
import type { VciIssuer } from './metadata.ts';
import type { Provider } from './provider.ts';
import { accepted, textIn } from './refusal.ts';
import type { VciState } from './state.ts';
import type { Send, VciAnswer, VciStep } from './transport.ts';

/** Values by name; one that is undefined is left out. */
type Texts = Readonly<Record<string, string | undefined>>;

/** What a hostile wallet changes in a request. A member that is undefined is left out. */
export interface Changes {
  /** Parameters of a form. */
  readonly parameters?: Texts;
  /** Members of a JSON body. */
  readonly body?: object;
  /** In place of the whole body. */
  readonly text?: string;
  readonly headers?: Texts;
  /** After the address. */
  readonly query?: string;
  /** The key of the DPoP proof. */
  readonly key?: DeviceKey;
  readonly dpop?: JwtChanges;
  readonly token?: string;
  /** The client that the wallet attestation is about. */
  readonly attested?: string;
  readonly instanceKey?: DeviceKey;
  readonly provider?: Provider;
  readonly walletAttestation?: JwtChanges;
  readonly walletProof?: JwtChanges;
  /** The keys to certify. */
  readonly keys?: readonly DeviceKey[];
  readonly nonce?: string | undefined;
  readonly proofType?: 'jwt' | 'attestation';
  readonly proof?: JwtChanges;
  /** Changes all proofs together. */
  readonly proofs?: (made: object) => object | undefined;
  readonly keyAttestation?: JwtChanges;
  /** The keys in the key attestation. */
  readonly attestedKeys?: readonly DeviceKey[];
}

export interface VciParts extends Effects {
  readonly send: Send;
  readonly issuer: VciIssuer;
  readonly state: () => VciState;
  /** Attests the wallet and its keys; undefined: only where the issuer asks for it, by the root of the sandbox. */
  readonly attestationRoot: AttestationRoot | undefined;
  readonly redirectUri: string | undefined;
}

/** The requests of a wallet, each of which can be changed. They resolve to any answer, also to a refusal. */
export interface VciRequests extends Effects {
  readonly issuer: VciIssuer;
  readonly state: () => VciState;
  readonly seconds: () => number;
  readonly newKey: () => DeviceKey;
  /** A provider of wallets that no issuer trusts. */
  readonly strangerProvider: () => Promise<Provider>;
  pushedRequest(parameters: Texts, changes?: Changes): Promise<VciAnswer>;
  token(grant: Texts, changes?: Changes): Promise<VciAnswer>;
  refresh(changes?: Changes): Promise<VciAnswer>;
  nonce(): Promise<VciAnswer>;
  /** Undefined if the issuer has no nonces. @throws VciRefusal, ExchangeError */
  freshNonce(): Promise<string | undefined>;
  credential(keys: readonly DeviceKey[], nonce: string | undefined, changes?: Changes): Promise<VciAnswer>;
  notification(event: string, changes?: Changes): Promise<VciAnswer>;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
/** The level of a key in hardware that the simulated provider claims where the issuer names none (appendix D.2). */
const LEVELS = ['iso_18045_high'];

export function vciRequests(parts: VciParts): VciRequests {
  const { clock, random, send, issuer, state, attestationRoot, redirectUri } = parts;
  const { server } = issuer;
  const effects = { clock, random };
  const seconds = () => Math.floor(clock() / 1000);
  const providers = () => import('./provider.ts');
  let provider: Promise<Provider> | undefined;
  const attesting = ({ provider: given }: Changes, isRequired: boolean) => {
    if (given !== undefined || (attestationRoot === undefined && !isRequired)) return given;
    provider ??= providers().then(({ providerOf }) => providerOf(attestationRoot, effects));
    return provider;
  };

  /** RFC 9449 4.2. */
  const dpopOf = (url: string, { token, key = state().key, dpop }: Changes) =>
    signedJwt(
      key,
      { typ: 'dpop+jwt', jwk: jwkOf(key) },
      {
        jti: newUuid(random),
        htm: 'POST',
        htu: url,
        iat: seconds(),
        ...(token !== undefined && { ath: sha256(token) }),
      },
      dpop,
    );

  async function post(step: VciStep, url: string, headers: Texts, body: string, changes: Changes) {
    const { query = '', headers: others, text } = changes;
    const dpop = await dpopOf(url, changes);
    const all = omitUndefined<Record<string, string>>({
      ...headers,
      dpop,
      accept: 'application/json',
      ...others,
    });
    return send(step, { method: 'POST', url: `${url}${query}`, headers: all, body: text ?? body });
  }

  /** What an attested wallet adds to its requests to the authorization server. */
  async function authentication(changes: Changes): Promise<Texts> {
    const { walletAttestation: mode } = server;
    const by = await attesting(changes, mode === 'required');
    const { clientId } = state();
    if (by === undefined || clientId === undefined || mode === 'off') return {};
    const { attested = clientId, instanceKey = state().key, walletAttestation, walletProof } = changes;
    const { attestationProof } = await providers();
    return {
      'oauth-client-attestation': await by.walletAttestation(attested, instanceKey, {
        seconds: seconds(),
        changes: walletAttestation,
      }),
      'oauth-client-attestation-pop': await attestationProof(
        instanceKey,
        server.issuer,
        effects,
        walletProof,
      ),
    };
  }

  async function form(step: VciStep, url: string, parameters: Texts, changes: Changes) {
    const all = omitUndefined<Record<string, string>>({
      client_id: state().clientId,
      ...parameters,
      ...changes.parameters,
    });
    const headers = { ...FORM, ...(await authentication(changes)) };
    return post(step, url, headers, new URLSearchParams(all).toString(), changes);
  }

  function resource(step: VciStep, url: string, body: object, changes: Changes) {
    const { token = state().accessToken } = changes;
    const headers = { ...JSON_TYPE, ...(token !== undefined && { authorization: `DPoP ${token}` }) };
    const bound = token === undefined ? changes : { ...changes, token };
    return post(step, url, headers, JSON.stringify({ ...body, ...changes.body }), bound);
  }

  const configuration = () => issuer.configurations.find(({ id }) => id === state().configurationId);

  async function keyAttestation(type: 'jwt' | 'attestation', keys: readonly DeviceKey[], changes: Changes) {
    const types = configuration()?.proofTypes ?? {};
    const asked = types[type]?.attested;
    const isNeeded = type === 'attestation' || asked !== undefined;
    // An issuer that takes attestations has a type of proof for them; others would get much that they do not read.
    if (!isNeeded && !('attestation' in types) && changes.provider === undefined) return undefined;
    const by = await attesting(changes, isNeeded);
    if (by === undefined) return undefined;
    const { keyStorage = [], userAuthentication = [] } = asked ?? {};
    const claims = {
      key_storage: keyStorage.length > 0 ? keyStorage : LEVELS,
      user_authentication: userAuthentication.length > 0 ? userAuthentication : LEVELS,
      ...(type === 'attestation' && { nonce: changes.nonce }),
    };
    const given = { seconds: seconds(), changes: changes.keyAttestation };
    return by.keyAttestation(changes.attestedKeys ?? keys, claims, given);
  }

  /** The proofs of possession (OpenID4VCI 1.0, appendix F.1 and F.3). */
  async function proofsOf(keys: readonly DeviceKey[], changes: Changes): Promise<object> {
    const types = configuration()?.proofTypes ?? {};
    const { nonce, proof } = changes;
    // Only a jwt has a proof that can be changed.
    const isJwt = 'jwt' in types || proof !== undefined;
    const { proofType = isJwt ? 'jwt' : 'attestation' } = changes;
    const attestation = await keyAttestation(proofType, keys, changes);
    if (proofType === 'attestation') return { attestation: [attestation] };
    const claims = { iss: state().clientId, aud: issuer.id, iat: seconds(), nonce };
    const signed = keys.map((key) => {
      const header = { typ: 'openid4vci-proof+jwt', jwk: jwkOf(key), key_attestation: attestation };
      return signedJwt(key, header, claims, proof);
    });
    return { jwt: await Promise.all(signed) };
  }

  const nonce = () =>
    send('nonce', {
      method: 'POST',
      url: issuer.nonceEndpoint ?? '',
      headers: { accept: 'application/json' },
    });

  return {
    ...{ clock, random, issuer, state, seconds },
    newKey: () => newDeviceKey(random),
    strangerProvider: async () => (await providers()).strangerProvider(effects),
    pushedRequest: (parameters, changes = {}) =>
      form(
        'pushedRequest',
        server.pushedRequestEndpoint ?? `${server.issuer}/par`,
        { response_type: 'code', redirect_uri: redirectUri, scope: configuration()?.scope, ...parameters },
        changes,
      ),
    token: (grant, changes = {}) => form('token', server.tokenEndpoint, grant, changes),
    refresh: (changes = {}) =>
      form(
        'refresh',
        server.tokenEndpoint,
        { grant_type: 'refresh_token', refresh_token: state().refreshToken },
        changes,
      ),
    nonce,
    freshNonce: async () =>
      issuer.nonceEndpoint === undefined ? undefined : textIn(accepted(await nonce()), 'c_nonce'),
    async credential(keys, nonce, changes = {}) {
      const made = await proofsOf(changes.keys ?? keys, { nonce, ...changes });
      const { proofs = (same: object) => same } = changes;
      const body = { credential_configuration_id: state().configurationId, proofs: proofs(made) };
      return resource('credential', issuer.credentialEndpoint, body, changes);
    },
    notification: (event, changes = {}) =>
      resource(
        'notification',
        issuer.notificationEndpoint ?? '',
        { notification_id: state().notificationId, event },
        changes,
      ),
  };
}
