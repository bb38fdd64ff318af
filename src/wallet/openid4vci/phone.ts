import { isObject } from '../../conventions/json.ts';
import { omitUndefined } from '../../conventions/omit.ts';
import type { AttestationRoot } from '../device/attestation.ts';
import { type DeviceKey, newDeviceKey } from '../device/device-key.ts';
import type { Presentation, PresentationRequest } from '../device/flow/disclose.ts';
import { type Effects, SYSTEM_EFFECTS } from '../effects.ts';
import { DeviceStateError, DistrustError, ExchangeError, OfferError } from '../errors.ts';
import { authorize } from './authorize.ts';
import { configurationOf, discover, fetchJson, type VciIssuer } from './metadata.ts';
import { type Offer, preAuthorized, readOffer } from './offer.ts';
import { accepted, textIn, VciRefusal } from './refusal.ts';
import { type VciRequests, vciRequests } from './requests.ts';
import type { VciState } from './state.ts';
import { sender, type VciAnswer, type VciExchange, type VciTransport, vciTransport } from './transport.ts';

export interface VciOptions extends Partial<Effects> {
  /** Default: `fetch`. */
  readonly transport?: VciTransport;
  readonly onExchange?: (exchange: VciExchange) => void;
  /** Stores the state. Called for every change, before a request that depends on it is sent. */
  readonly save?: (state: VciState) => void | Promise<void>;
  /** By which the issuer knows the wallet; a wallet that has none is anonymous. */
  readonly clientId?: string | undefined;
  readonly redirectUri?: string | undefined;
  /** Attests the wallet and its keys, in test systems only. Default: the root of the sandbox, where the issuer asks for it. */
  readonly attestationRoot?: AttestationRoot | undefined;
  /** DER of trusted IACA roots. Without any, the trust in the document signer is not checked. */
  readonly trustedRoots?: readonly Uint8Array[] | undefined;
}

export type NotificationEvent = 'credential_accepted' | 'credential_failure' | 'credential_deleted';

/**
 * A simulated wallet by OpenID4VCI 1.0, with one document. Methods reject with VciRefusal, ExchangeError, DistrustError or
 * DeviceStateError. Only one method may run at a time.
 */
export interface VciPhone {
  readonly state: VciState;
  /** The single requests, for a hostile wallet. */
  readonly requests: VciRequests;
  /** Redeems the pre-authorized code of an offer. */
  redeem(code: string, txCode?: string): Promise<void>;
  /**
   * Gets a token by the authorization code. `visit` opens the address in the browser of the holder, and resolves to the one
   * to which that was sent back.
   */
  authorize(issuerState: string | undefined, visit: (address: string) => Promise<string>): Promise<void>;
  /** Gets so many credentials, in as many requests as the issuer needs. Resolves to how many came. */
  fetch(count: number): Promise<number>;
  /** Gets a new access token. */
  refresh(): Promise<void>;
  /** Tells the issuer about the last batch. Resolves to false if it takes no notifications. */
  notify(event: NotificationEvent): Promise<boolean>;
  present(request: PresentationRequest): Promise<Presentation>;
}

/** Access tokens are replaced when they end within this time. */
const MARGIN = 10_000;

function lifeIn({ body }: VciAnswer): number | undefined {
  const seconds = body?.expires_in;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}

const sendOf = ({ transport = vciTransport(), onExchange }: VciOptions) => sender(transport, onExchange);

function phoneAt(issuer: VciIssuer, begun: VciState, options: VciOptions): VciPhone {
  const { clock = SYSTEM_EFFECTS.clock, random = SYSTEM_EFFECTS.random } = options;
  const { attestationRoot, trustedRoots, redirectUri } = options;
  let state = begun;
  const update = async (change: Partial<{ [Name in keyof VciState]: VciState[Name] | undefined }>) => {
    state = omitUndefined<VciState>({ ...state, ...change });
    await options.save?.(state);
  };
  const requests = vciRequests({
    ...{ clock, random, issuer, attestationRoot, redirectUri },
    send: sendOf(options),
    state: () => state,
  });

  async function takeToken(answer: VciAnswer): Promise<void> {
    const accessToken = textIn(accepted(answer), 'access_token');
    if (textIn(answer, 'token_type').toLowerCase() !== 'dpop')
      throw new DistrustError('token', 'the access token is not bound to the key of the wallet');
    const life = lifeIn(answer);
    const refreshToken = answer.body?.refresh_token;
    await update({
      accessToken,
      accessEndsAt: life === undefined ? undefined : clock() + life,
      ...(typeof refreshToken === 'string' && { refreshToken }),
    });
  }

  const refresh = async () => {
    if (state.refreshToken === undefined)
      throw new DeviceStateError('noToken', 'the wallet has no refresh token; begin with an offer');
    await takeToken(await requests.refresh());
  };

  async function requireToken(): Promise<void> {
    const { accessToken, accessEndsAt = Number.POSITIVE_INFINITY } = state;
    if (accessToken === undefined || accessEndsAt < clock() + MARGIN) await refresh();
  }

  /** A nonce may have been used up in the meantime, so one that is refused is replaced once. */
  async function asked(keys: readonly DeviceKey[], isAgain = false): Promise<VciAnswer> {
    const answer = await requests.credential(keys, await requests.freshNonce());
    return answer.body?.error === 'invalid_nonce' && !isAgain ? asked(keys, true) : accepted(answer);
  }

  async function batch(count: number): Promise<number> {
    await requireToken();
    const { waiting, docType } = state;
    const keys = waiting.length > 0 ? waiting : Array.from({ length: count }, requests.newKey);
    await update({ waiting: keys });
    const { body } = await asked(keys).catch(async (error: unknown) => {
      // What was refused is not asked for again.
      if (error instanceof VciRefusal) await update({ waiting: [] });
      throw error;
    });
    const { credentials: texts, notification_id: notificationId } = body ?? {};
    if (!Array.isArray(texts) || texts.length === 0)
      throw new ExchangeError('malformedAnswer', 'the answer to credential has no credentials');
    const { acceptCredential } = await import('./accept-credential.ts');
    const expected = { docType, now: clock(), trustedRoots };
    const left = [...keys];
    const fresh = texts.map((one) => {
      const held = acceptCredential(isObject(one) ? one.credential : undefined, left, expected);
      left.splice(left.indexOf(held.key), 1);
      return held;
    });
    await update({
      waiting: [],
      credentials: [...state.credentials.filter(({ expiresAt }) => expiresAt > clock()), ...fresh],
      notificationId: typeof notificationId === 'string' ? notificationId : undefined,
    });
    return fresh.length;
  }

  return {
    get state() {
      return state;
    },
    requests,
    redeem: async (code, txCode) => takeToken(await requests.token(preAuthorized(code, txCode))),
    authorize: async (issuerState, visit) =>
      takeToken(await authorize(requests, { issuerState, redirectUri, visit })),
    async fetch(count) {
      let received = 0;
      while (received < count) received += await batch(Math.min(issuer.batchSize, count - received));
      return received;
    },
    refresh,
    async notify(event) {
      const isTold = issuer.notificationEndpoint !== undefined && state.notificationId !== undefined;
      if (isTold) {
        await requireToken();
        accepted(await requests.notification(event));
      }
      if (event === 'credential_deleted')
        await update({
          credentials: [],
          accessToken: undefined,
          refreshToken: undefined,
          notificationId: undefined,
        });
      return isTold;
    },
    async present(request) {
      const { presentCredential } = await import('./present-credential.ts');
      const { credential, presentation } = await presentCredential(state, request, clock());
      await update({ credentials: state.credentials.filter((one) => one !== credential) });
      return presentation;
    },
  };
}

/** The wallet of a state, which reads the metadata of its issuer first. */
export const vciPhone = async (state: VciState, options: VciOptions): Promise<VciPhone> =>
  phoneAt(await discover(sendOf(options), state.issuer), state, options);

export interface OfferedPhone {
  readonly phone: VciPhone;
  readonly offer: Offer;
}

/** The name of a wallet that must authenticate itself and was given none. */
const ATTESTED_CLIENT = 'simulated-wallet';

/** A new wallet for an offer. Nothing that it sends uses the offer up. @throws OfferError */
export async function phoneFor(offerText: string, options: VciOptions): Promise<OfferedPhone> {
  const send = sendOf(options);
  const offer = await readOffer(offerText, (url) => fetchJson(send, 'offer', url));
  if (offer.code === undefined && !offer.isRedirecting)
    throw new OfferError('noGrant', 'the offer has no grant that this phone can use');
  const issuer = await discover(send, offer.issuer);
  const { id: configurationId, docType } = configurationOf(issuer, offer.configurationIds);
  const { random = SYSTEM_EFFECTS.random } = options;
  const isAttested = issuer.server.walletAttestation === 'required';
  const clientId = options.clientId ?? (isAttested ? ATTESTED_CLIENT : undefined);
  const begun: VciState = {
    ...{ issuer: offer.issuer, configurationId, docType, key: newDeviceKey(random) },
    ...{ waiting: [], credentials: [] },
    ...(clientId !== undefined && { clientId }),
  };
  return { phone: phoneAt(issuer, begun, options), offer };
}
