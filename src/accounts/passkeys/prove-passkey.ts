import type { User } from '../ports/entities.ts';
import type { Passkey } from '../ports/passkeys.ts';
import type { AccountWriter } from '../ports/store.ts';
import { type Attempted, attemptedBy, giveBack, takeAttempts } from '../sign-in/attempt-limits.ts';
import { acceptedOf } from './accepted-passkeys.ts';
import { type AssertionJson, challengeIn } from './browser-answers.ts';
import { type RequestOptions, requestOptions, userHandleOf } from './browser-options.ts';
import { endOfChallenge, newChallenge, type Purpose } from './challenge.ts';
import { type PasskeyDeps, partyOf, passkeysOf } from './deps.ts';
import { hashOfChallenge } from './register-passkey.ts';
import { verifiedAssertion } from './verify-answers.ts';

/** What the browser needs to sign in by passkey alone. @throws StatusError PASSKEYS_OFF */
export const beginSignIn =
  (deps: PasskeyDeps) =>
  (holder: string): RequestOptions => {
    const { challengeSecret, random, clock } = deps;
    const challenge = newChallenge(challengeSecret, random, { purpose: 'signIn', holder }, clock());
    return requestOptions(partyOf(deps), challenge);
  };

/** What the browser needs to use a passkey of a known user; undefined if the user has none. */
export const beginProof =
  (deps: PasskeyDeps) =>
  async (
    user: User,
    holder: () => string,
    purpose: 'secondFactor' | 'stepUp',
  ): Promise<RequestOptions | undefined> => {
    const passkeys = await deps.store.read((reader) => passkeysOf(deps, reader, user));
    const accepted = acceptedOf(deps.passkeyPolicy, user, passkeys);
    if (accepted.length === 0) return undefined;
    const { challengeSecret, random, clock } = deps;
    const binding = { purpose, holder: holder(), userId: user.userId };
    return requestOptions(partyOf(deps), newChallenge(challengeSecret, random, binding, clock()), accepted);
  };

export interface ProofRequest {
  readonly answer: AssertionJson;
  readonly holder: string;
  readonly purposes: readonly Exclude<Purpose, 'register'>[];
  readonly address: string;
  /** The id of the browser, if this user signed in there before. */
  readonly deviceOf: (email: string) => string | undefined;
}

export type ProofOutcome =
  | { readonly outcome: 'proven'; readonly user: User; readonly purpose: Purpose }
  /** Unknown passkey, wrong origin, replayed challenge, copied passkey: the caller does not learn which. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'limited'; readonly retryAt: number };

type ProvePasskey = (request: ProofRequest) => Promise<ProofOutcome>;

const REFUSED = { outcome: 'refused' } as const;

interface Proven {
  readonly user: User;
  readonly passkey: Passkey;
  readonly signCount: number;
  readonly isBackedUp: boolean;
  readonly challengeHash: string;
  readonly expiresAt: number;
}

/** A counter that does not rise means that two authenticators have the key (WebAuthn Level 3, 6.1.1). */
const isCopied = (before: number, after: number) => (before > 0 || after > 0) && after <= before;

/** Keeps the use of a passkey. False if the challenge was used before, or the passkey is gone or copied. */
async function keep(
  { clock }: PasskeyDeps,
  writer: AccountWriter,
  { user, passkey, signCount, isBackedUp, challengeHash, expiresAt }: Proven,
): Promise<boolean> {
  if (!(await writer.useOnce(challengeHash, expiresAt))) return false;
  const current = await writer.passkeyByCredential(passkey.credentialId);
  if (current?.userId !== user.userId) return false;
  const at = clock();
  if (!isCopied(current.signCount, signCount)) {
    await writer.notePasskeyUse(current.passkeyId, { signCount, isBackedUp, lastUsedAt: at });
    return true;
  }
  await writer.record({
    subject: 'passkey',
    subjectId: current.passkeyId,
    event: 'refuse',
    actor: { kind: 'user', callerId: user.userId },
    reason: 'counterWentBack',
    details: { before: { signCount: current.signCount }, after: { signCount } },
    at,
  });
  return false;
}

/** Checks an answer without storing anything. */
async function checked(
  deps: PasskeyDeps,
  { answer, holder, purposes }: ProofRequest,
  passkey: Passkey | undefined,
  user: User | undefined,
): Promise<(Proven & { readonly purpose: Purpose }) | undefined> {
  if (passkey === undefined || user?.state !== 'active') return undefined;
  const { userId } = user;
  const { userHandle, clientDataJSON } = answer.response;
  if (userHandle && userHandle !== userHandleOf(user)) return undefined;
  const challenge = challengeIn(clientDataJSON) ?? '';
  const bindings = purposes.map((purpose) => ({ purpose, holder, ...(purpose !== 'signIn' && { userId }) }));
  const known = endOfChallenge(deps.challengeSecret, challenge, bindings, deps.clock());
  if (known === undefined) return undefined;
  const passkeys = await deps.store.read((reader) => passkeysOf(deps, reader, user));
  const isAccepted = acceptedOf(deps.passkeyPolicy, user, passkeys).some(
    ({ passkeyId }) => passkeyId === passkey.passkeyId,
  );
  if (!isAccepted) return undefined;
  const verified = await verifiedAssertion(answer, challenge, partyOf(deps), passkey);
  if (verified === undefined) return undefined;
  const { expiresAt, binding } = known;
  return {
    user,
    passkey,
    ...verified,
    challengeHash: hashOfChallenge(challenge),
    expiresAt,
    purpose: binding.purpose,
  };
}

/** Proves a person by passkey. Attempts count as those with a password do. */
export const provePasskey =
  (deps: PasskeyDeps): ProvePasskey =>
  async (request) => {
    const { store, clock, policy } = deps;
    const { passkey, user } = await store.read(async (reader) => {
      const passkey = await reader.passkeyByCredential(request.answer.id);
      return { passkey, user: passkey && (await reader.user(passkey.userId)) };
    });
    const email = user?.email ?? '';
    const device = user && request.deviceOf(email);
    const [own, ...shared]: readonly [Attempted, ...Attempted[]] = attemptedBy(policy.attempts, email, {
      address: request.address,
      device,
    });
    const admission = await store.write((writer) => takeAttempts(writer, [own, ...shared], clock()));
    if (!admission.admitted) return { outcome: 'limited', retryAt: admission.retryAt };
    const proven = await checked(deps, request, passkey, user);
    if (proven === undefined) return REFUSED;
    const isKept = await store.write(async (writer) => {
      if (!(await keep(deps, writer, proven))) return false;
      await writer.forgetAttempts(own.subject);
      for (const { subject } of shared) await giveBack(writer, subject);
      return true;
    });
    return isKept ? { outcome: 'proven', user: proven.user, purpose: proven.purpose } : REFUSED;
  };
