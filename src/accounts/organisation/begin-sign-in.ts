import { retryOnConflict } from '../../conventions/errors.ts';
import { randomText, URL_SAFE } from '../../conventions/random-text.ts';
import type { Role } from '../permissions.ts';
import type { User } from '../ports/entities.ts';
import type { OrganisationSignIn, ProviderAnswer } from '../ports/organisation.ts';
import type { AccountWriter } from '../ports/store.ts';
import type { OrganisationDeps, Party } from './deps.ts';
import type { Refusal } from './judge.ts';
import { authenticatedAtOf, shownEmail, userIdOf } from './person-of-claims.ts';

export interface SignedIn {
  readonly outcome: 'signedIn';
  readonly user: User;
  readonly signInId: string;
  /** Undefined if the provider does not say it. */
  readonly authenticatedAt?: number;
}

type SignInResult = SignedIn | { readonly outcome: 'refused'; readonly reason: Refusal };

const actorOf = (userId: string) => ({ kind: 'user', callerId: userId }) as const;

/** Refusals that say that the provider gives the person no role. */
const TAKES_ROLE: ReadonlySet<Refusal> = new Set(['tenantNotAllowed', 'groupsLeftOut', 'roleMissing']);

/** Stores who was refused, and why. */
export async function recordRefusal(
  { store, clock }: OrganisationDeps,
  { organisation }: Party,
  { claims }: ProviderAnswer,
  reason: Refusal,
): Promise<void> {
  const userId = userIdOf(organisation.issuer, claims.sub);
  await retryOnConflict(() =>
    store.write(async (writer) => {
      const at = clock();
      const entry = { subject: 'organisationSignIn', subjectId: organisation.id, event: 'refuse' } as const;
      await writer.record({ ...entry, actor: actorOf(userId), reason, at });
      if (TAKES_ROLE.has(reason)) await loseRole(writer, userId, at);
    }),
  );
}

/** Creates the user of the person, or changes role and email to those that the provider states now. */
export async function keepPerson(
  writer: AccountWriter,
  { organisation: { issuer } }: Party,
  { claims }: ProviderAnswer,
  role: Role,
  at: number,
): Promise<User> {
  const userId = userIdOf(issuer, claims.sub);
  const email = shownEmail(claims);
  const stored = await writer.user(userId);
  const line = { subject: 'user', subjectId: userId, actor: actorOf(userId), at } as const;
  if (stored === undefined) {
    const user: User = {
      userId,
      revision: 0,
      email,
      organisation: { issuer, subject: claims.sub },
      passwordHash: '',
      passwordIsOwn: true,
      state: 'active',
      role,
      publishers: [],
      createdAt: at,
      updatedAt: at,
    };
    await writer.insertUser(user);
    await writer.record({
      ...line,
      event: 'create',
      to: 'active',
      details: { after: { role, publishers: [] } },
    });
    return user;
  }
  if (stored.role === role && stored.email === email) return stored;
  // A user who was deleted and enabled again has only the id.
  const organisation = { issuer, subject: claims.sub };
  const user = { ...stored, organisation, role, email, updatedAt: at };
  await writer.updateUser(user);
  if (stored.role !== role) {
    const details = { before: { role: stored.role }, after: { role } };
    await writer.record({ ...line, event: 'setRole', reason: 'organisation', details });
  }
  return { ...user, revision: stored.revision + 1 };
}

/** Takes the role that the provider confirms no longer. Nothing that the person left waiting runs then. */
export async function loseRole(writer: AccountWriter, userId: string, at: number): Promise<void> {
  const user = await writer.user(userId);
  if (user?.role === undefined) return;
  const { role, ...rest } = user;
  await writer.updateUser({ ...rest, updatedAt: at });
  await writer.record({
    subject: 'user',
    subjectId: userId,
    event: 'setRole',
    actor: { kind: 'protocol' },
    reason: 'organisation',
    details: { before: { role }, after: {} },
    at,
  });
}

/** Signs a person in whom `judge` admitted. A disabled or deleted user stays so, whatever the provider says. */
export function beginSignIn(
  deps: OrganisationDeps,
  party: Party,
  answer: ProviderAnswer,
  { role, isStrong }: { readonly role: Role; readonly isStrong: boolean },
): Promise<SignInResult> {
  const { store, clock, random, cipher } = deps;
  const { organisation } = party;
  const { claims, refreshToken } = answer;
  return retryOnConflict(() =>
    store.write(async (writer): Promise<SignInResult> => {
      const at = clock();
      const stored = await writer.user(userIdOf(organisation.issuer, claims.sub));
      if (stored !== undefined && stored.state !== 'active')
        return { outcome: 'refused', reason: 'userDisabled' };
      const user = await keepPerson(writer, party, answer, role, at);
      const { userId } = user;
      const authenticatedAt = authenticatedAtOf(claims);
      const signIn: OrganisationSignIn = {
        signInId: `sign-in-${randomText(random, URL_SAFE, 16)}`,
        organisationId: organisation.id,
        userId,
        ...(typeof claims.sid === 'string' && { providerSession: claims.sid }),
        isStrong,
        signedInAt: at,
        ...(authenticatedAt !== undefined && { authenticatedAt }),
        lastUsedAt: at,
        confirmedAt: at,
        askedAt: at,
        ...(refreshToken !== undefined && { refreshToken: cipher.encrypt(refreshToken) }),
      };
      await writer.insertOrganisationSignIn(signIn);
      await writer.record({
        subject: 'organisationSignIn',
        subjectId: signIn.signInId,
        event: 'signIn',
        actor: actorOf(userId),
        details: { after: { organisation: organisation.id, role, isStrong } },
        at,
      });
      const { signInId } = signIn;
      return {
        outcome: 'signedIn',
        user,
        signInId,
        ...(authenticatedAt !== undefined && { authenticatedAt }),
      };
    }),
  );
}
