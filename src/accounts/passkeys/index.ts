import type { User } from '../ports/entities.ts';
import type { Passkey } from '../ports/passkeys.ts';
import type { AccountReader } from '../ports/store.ts';
import { mustRegister } from './accepted-passkeys.ts';
import { type PasskeyDeps, passkeysOf } from './deps.ts';
import { beginProof, beginSignIn, provePasskey } from './prove-passkey.ts';
import { beginRegistration, register, removePasskey } from './register-passkey.ts';

export type { PasskeyPolicy, RelyingParty } from './accepted-passkeys.ts';
export type { AssertionJson } from './browser-answers.ts';
export type { CreationOptions, RequestOptions } from './browser-options.ts';
export type { PasskeyDeps } from './deps.ts';
export type { ProofOutcome, ProofRequest } from './prove-passkey.ts';
export { PASSKEY_NAME_PATTERN } from './register-passkey.ts';
export { passkeyLibrary } from './verify-answers.ts';

/** Passkeys of users: registration, proofs, and the rules of the settings. */
export type Passkeys = ReturnType<typeof passkeys>;

export function passkeys(deps: PasskeyDeps) {
  const { store, passkeyPolicy, relyingParty } = deps;
  const isAsked = () => passkeyPolicy.isRequired || passkeyPolicy.boundForAdministrators;
  return {
    policy: passkeyPolicy,
    /** Undefined if browsers can use no passkeys with this server. */
    relyingParty,
    beginSignIn: beginSignIn(deps),
    beginProof: beginProof(deps),
    prove: provePasskey(deps),
    beginRegistration: beginRegistration(deps),
    register: register(deps),
    remove: removePasskey(deps),
    of: (user: User): Promise<readonly Passkey[]> => store.read((reader) => passkeysOf(deps, reader, user)),
    /** Whether the password of the user is not enough. */
    isRegistered: async (reader: AccountReader, user: User): Promise<boolean> =>
      (await passkeysOf(deps, reader, user)).length > 0,
    /**
     * Whether what was begun by these methods (RFC 8176) goes on. Not by the password alone, if the user has a passkey or
     * must have one.
     */
    async isEnough(reader: AccountReader, user: User, methods: readonly string[] = []): Promise<boolean> {
      // What a person of an organisation proves is decided by its provider.
      if (relyingParty === undefined || user.organisation !== undefined) return true;
      const own = await passkeysOf(deps, reader, user);
      if (mustRegister(passkeyPolicy, user, own)) return false;
      return own.length === 0 || methods.includes('mfa');
    },
    /** Whether tokens of the grant give access. Reads nothing if no setting asks for passkeys. */
    async mayUse(reader: AccountReader, grantId: string): Promise<boolean> {
      if (!isAsked() || relyingParty === undefined) return true;
      const consent = await reader.consent(grantId);
      const user = consent && (await reader.user(consent.userId));
      return !user || !mustRegister(passkeyPolicy, user, await passkeysOf(deps, reader, user));
    },
    /** Whether the user must register a passkey before anything else. Reads nothing if no setting asks for it. */
    async mustRegister(reader: AccountReader, user: User): Promise<boolean> {
      if (!isAsked() || relyingParty === undefined) return false;
      return mustRegister(passkeyPolicy, user, await passkeysOf(deps, reader, user));
    },
  };
}
