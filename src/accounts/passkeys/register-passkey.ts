import { hash } from 'node:crypto';
import { ConflictError } from '../../conventions/errors.ts';
import { randomText, URL_SAFE } from '../../conventions/random-text.ts';
import { StatusError } from '../../conventions/status.ts';
import type { User } from '../ports/entities.ts';
import type { Passkey } from '../ports/passkeys.ts';
import type { AccountWriter } from '../ports/store.ts';
import { isFit, mustRegister } from './accepted-passkeys.ts';
import { type AttestationJson, challengeIn } from './browser-answers.ts';
import { type CreationOptions, creationOptions } from './browser-options.ts';
import { endOfChallenge, newChallenge } from './challenge.ts';
import { type PasskeyDeps, partyOf, passkeysOf } from './deps.ts';
import { unfit, verifiedRegistration } from './verify-answers.ts';

/** Passkeys of one user. */
const MOST_PASSKEYS = 10;

const LONGEST_TRANSPORTS = 8;

/** The form of every name of a passkey: no control characters, which could forge lines in a terminal. */
export const PASSKEY_NAME_PATTERN = '^[^\\p{C}]{1,64}$';

const TRANSPORT = /^[a-z-]{1,32}$/;

/** To the password too: who knew one that was changed meanwhile registers nothing. */
const bindingOf = (holder: string, { userId, passwordHash }: User) =>
  ({ purpose: 'register', holder: `${holder} ${passwordHash}`, userId }) as const;

/** What the browser needs to make a passkey for this user. @throws StatusError PASSKEYS_OFF */
export const beginRegistration =
  (deps: PasskeyDeps) =>
  async (user: User, holder: string): Promise<CreationOptions> => {
    const party = partyOf(deps);
    const { challengeSecret, random, clock, store } = deps;
    const challenge = newChallenge(challengeSecret, random, bindingOf(holder, user), clock());
    const passkeys = await store.read((reader) => passkeysOf(deps, reader, user));
    return creationOptions(party, challenge, user, passkeys);
  };

export const hashOfChallenge = (challenge: string) => hash('sha256', challenge, 'base64url');

/**
 * Ends the user's other sessions, and the grants, when the first passkey is registered. Until then the password alone began
 * them, so somebody who stole the password may have one, and could register a passkey there.
 */
async function endOfPassword(writer: AccountWriter, userId: string, own: string, at: number): Promise<void> {
  const actor = { kind: 'user', callerId: userId } as const;
  for (const { sessionId } of await writer.consoleSessionsOf(userId)) {
    if (sessionId === own) continue;
    const entry = { subject: 'consoleSession', subjectId: sessionId, event: 'end', actor } as const;
    await writer.record({ ...entry, reason: 'passkeyRegistered', at });
  }
  await writer.endGrants({ userId, except: own });
}

interface Registration {
  /** The session of a console, or the sign-in page. */
  readonly holder: string;
  readonly name: string;
  readonly answer: AttestationJson;
  /** At the sign-in page the password alone registers a passkey, so only one that the user must have. */
  readonly isAtSignIn?: boolean;
}

/** Stores the passkey that the browser made. @throws StatusError */
export const register =
  (deps: PasskeyDeps) =>
  async (user: User, { holder, name, answer, isAtSignIn = false }: Registration): Promise<Passkey> => {
    const party = partyOf(deps);
    const { store, clock, random, challengeSecret, passkeyPolicy } = deps;
    const challenge = challengeIn(answer.response.clientDataJSON) ?? '';
    const begun = endOfChallenge(challengeSecret, challenge, [bindingOf(holder, user)], clock());
    if (begun === undefined)
      throw unfit('This took too long, or was begun in another browser or with another password. Try again.');
    const verified = await verifiedRegistration(answer, challenge, party);
    const { userId } = user;
    const passkey: Passkey = {
      ...verified,
      passkeyId: `passkey-${randomText(random, URL_SAFE, 16)}`,
      userId,
      domain: party.domain,
      transports: (answer.response.transports ?? [])
        .filter((transport) => TRANSPORT.test(transport))
        .slice(0, LONGEST_TRANSPORTS),
      name,
      createdAt: clock(),
    };
    const { passkeyId, isDeviceBound, createdAt } = passkey;
    const keep = () =>
      store.write(async (writer) => {
        const current = await writer.user(userId);
        if (current?.state !== 'active' || current.passwordHash !== user.passwordHash)
          throw unfit('Your account was disabled, or its password was changed meanwhile.');
        const known = await passkeysOf(deps, writer, current);
        if (isAtSignIn && !mustRegister(passkeyPolicy, current, known))
          throw unfit('You have registered a passkey meanwhile. Use it.');
        if (!isFit(passkeyPolicy, current, passkey))
          throw unfit(
            'Administrators need a passkey that stays on one device, such as a security key; this one can be copied.',
          );
        const others = await writer.passkeysOf(userId);
        if (others.length >= MOST_PASSKEYS)
          throw new StatusError('PASSKEY_LIMIT', `You have ${MOST_PASSKEYS} passkeys; remove one first.`);
        if (!(await writer.useOnce(hashOfChallenge(challenge), begun.expiresAt)))
          throw unfit('This answer was used already. Try again.');
        await writer.insertPasskey(passkey);
        await writer.record({
          subject: 'passkey',
          subjectId: passkeyId,
          event: 'create',
          actor: { kind: 'user', callerId: userId },
          details: { after: { user: userId, isDeviceBound } },
          at: createdAt,
        });
        if (others.length === 0) await endOfPassword(writer, userId, holder, createdAt);
      });
    try {
      await keep();
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw unfit('This passkey is registered already.');
    }
    return passkey;
  };

/** Removes one of the user's own passkeys. @throws StatusError */
export const removePasskey =
  (deps: PasskeyDeps) =>
  (user: User, passkeyId: string): Promise<void> =>
    deps.store.write(async (writer) => {
      const { clock, passkeyPolicy } = deps;
      const { userId } = user;
      const passkeys = await passkeysOf(deps, writer, user);
      const removed = passkeys.find((one) => one.passkeyId === passkeyId);
      if (!removed) throw new StatusError('PASSKEY_NOT_FOUND', 'You have no passkey with this id.');
      const rest = passkeys.filter((one) => one !== removed && isFit(passkeyPolicy, user, one));
      if (passkeyPolicy.isRequired && rest.length === 0) {
        const text = 'This is your last passkey that this server accepts. Register another one first.';
        throw new StatusError('PASSKEY_LAST', text);
      }
      await writer.deletePasskey(passkeyId);
      await writer.record({
        subject: 'passkey',
        subjectId: passkeyId,
        event: 'delete',
        actor: { kind: 'user', callerId: userId },
        details: { before: { user: userId, isDeviceBound: removed.isDeviceBound } },
        at: clock(),
      });
    });
