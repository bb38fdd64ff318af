import type { AdministratorCount } from '../../accounts/ports/store.ts';
import { waitingEffects } from '../../admin/access/second-person.ts';
import {
  SECOND_PERSON_EFFECTS,
  SECOND_PERSON_GROUPS,
  type SecondPersonGroup,
} from '../../admin/contract/effects.ts';
import { guardedEffectsOf, methodsOf } from '../../admin/contract/index.ts';
import type { Settings } from './settings.ts';

/** The effects of a group. */
const WORDS: Readonly<Record<SecondPersonGroup, string>> = {
  holders: 'import, revoke and erase holders, and place and lift holds',
  codes: 'issue codes',
  credentials: 'revoke credentials',
  keys: 'rotate, import and discard keys',
  roles: 'give roles, reset passkeys, and disable, enable and delete users',
};

/** With fewer administrators, nobody can approve an administrator's request. */
const ADMINISTRATORS_NEEDED = 2;

interface Told {
  readonly text: string;
  /** The remedy. */
  readonly remedy: string;
}

/** What one person can do alone; undefined if every effect needs a second person. */
export function onePersonPowers({
  admin,
  interfaces,
}: Pick<Settings, 'admin' | 'interfaces'>): Told | undefined {
  const waiting = waitingEffects(admin.secondPerson);
  const possible = new Set(methodsOf(interfaces).flatMap(guardedEffectsOf));
  const groups = SECOND_PERSON_GROUPS.filter((group) =>
    SECOND_PERSON_EFFECTS[group].some((event) => possible.has(event) && !waiting.has(event)),
  );
  if (groups.length === 0) return undefined;
  return {
    text: `one person alone can ${groups.map((group) => `${WORDS[group]} (${group})`).join(', ')}`,
    remedy: 'list in admin.secondPerson the methods that need a second person',
  };
}

/** A warning if one person with two kinds of accounts could approve their own requests. */
export function countedTwice({ admin, signIn }: Pick<Settings, 'admin' | 'signIn'>): Told | undefined {
  if (admin.secondPerson.length === 0 || admin.secondPersonOfOrganisation) return undefined;
  if (signIn.organisations.length === 0) return undefined;
  return {
    text: 'a person with an account of an organisation and one with a password counts as two people',
    remedy:
      'set admin.secondPersonOfOrganisation, so that only people of an organisation request and approve',
  };
}

/**
 * A warning if there are too few administrators for approvals; undefined if there are enough or none is
 * needed.
 */
export function tooFewPeople(
  { admin, signIn }: Pick<Settings, 'admin' | 'signIn'>,
  counts: readonly AdministratorCount[],
): Told | undefined {
  const issuers = signIn.organisations.map(({ issuer }) => issuer);
  const administrators = counts
    .filter(({ issuer }) => (issuer ? issuers.includes(issuer) : !admin.secondPersonOfOrganisation))
    .reduce((sum, { count }) => sum + count, 0);
  if (admin.secondPerson.length === 0 || administrators >= ADMINISTRATORS_NEEDED) return undefined;
  return {
    text: `admin.secondPerson needs two administrators who sign in; active now: ${administrators}`,
    remedy:
      'start once without admin.secondPerson, create two administrators, let each sign in and choose a password, then set it again',
  };
}
