import { isBelow } from '../../../src/conventions/is-below.ts';
import { send } from './client.ts';
import { changePassword, type PasswordChange, type Session, type SignedIn } from './session.ts';

export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;
type CreationOptions = PublicKeyCredentialCreationOptionsJSON;

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** The key cannot leave its authenticator. */
  readonly isDeviceBound: boolean;
  readonly isBackedUp: boolean;
  readonly createTime: string;
  readonly lastUseTime?: string;
}

/** Why the browser gave no passkey. */
export class PasskeyProblem extends Error {
  /** elsewhere: passkeys of this server belong to another address. */
  readonly kind: 'none' | 'known' | 'elsewhere';
  readonly domain: string;

  constructor(kind: PasskeyProblem['kind'], domain: string) {
    super(kind);
    this.kind = kind;
    this.domain = domain;
  }
}

/** Browsers bind passkeys to a host name, so they never work at an IP address. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^\[|^[\d.]+$/.test(location.hostname);

export const isHereBelow = (domain: string): boolean => isBelow(location.hostname, domain);

/** Runs a ceremony of the browser. @throws PasskeyProblem */
async function ceremony(domain: string, run: () => Promise<Credential | null>): Promise<unknown> {
  if (!canUsePasskeys() || !isHereBelow(domain)) throw new PasskeyProblem('elsewhere', domain);
  try {
    const credential = await run();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      throw new PasskeyProblem('known', domain);
  }
  throw new PasskeyProblem('none', domain);
}

const use = (options: RequestOptions) =>
  ceremony(options.rpId ?? '', () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );

const make = (options: CreationOptions) =>
  ceremony(options.rp.id ?? '', () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );

interface Asked<Options> {
  readonly publicKey: Options;
}

/** Signs in by a passkey; `options` are given if it must follow the password. */
export async function signInByPasskey(options?: RequestOptions): Promise<Session> {
  const asked = options ?? (await send<Asked<RequestOptions>>('POST', '/session:challenge')).body.publicKey;
  const passkey = await use(asked);
  return (await send<Session>('POST', '/session:signInByPasskey', { passkey })).body;
}

/** Changes the password of somebody who has a passkey: it must follow the right password. */
export async function changePasswordByPasskey(
  options: RequestOptions,
  change: PasswordChange,
): Promise<SignedIn> {
  return changePassword({ ...change, passkey: await use(options) });
}

const stepUpOptions = async (): Promise<RequestOptions | undefined> =>
  (await send<Partial<Asked<RequestOptions>>>('POST', '/session:stepUpChallenge')).body.publicKey;

/** Whether the person proves a passkey, and not the password. */
export const needsPasskey = async (): Promise<boolean> => (await stepUpOptions()) !== undefined;

/** With a fresh challenge, because a refused answer may have used up the last one. */
export async function stepUpByPasskey(): Promise<Session> {
  const options = await stepUpOptions();
  if (options === undefined) throw new PasskeyProblem('none', location.hostname);
  const passkey = await use(options);
  return (await send<Session>('POST', '/session:stepUp', { passkey })).body;
}

export interface PasskeyList {
  readonly passkeys: readonly Passkey[];
  /** The domain that browsers bind them to; absent if the server has no host name. */
  readonly domain?: string;
  /** The origin of this console below the domain; absent if its address is not below it. */
  readonly origin?: string;
}

export const ownPasskeys = async (): Promise<PasskeyList> =>
  (await send<PasskeyList>('GET', '/passkeys')).body;

export const registrationOptions = async (): Promise<CreationOptions> =>
  (await send<Asked<CreationOptions>>('POST', '/passkeys:challenge')).body.publicKey;

export async function registerPasskey(options: CreationOptions, name: string): Promise<PasskeyList> {
  const passkey = await make(options);
  return (await send<PasskeyList>('POST', '/passkeys', { name, passkey })).body;
}

export const removePasskey = (id: string) => send('POST', `/passkeys/${encodeURIComponent(id)}:remove`);
