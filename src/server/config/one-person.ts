import { SECOND_PERSON_GROUPS, type SecondPersonGroup } from '../../admin/method.ts';
import { methodsOf, waitingMethods } from '../../admin/policy/second-person.ts';
import type { Settings } from './settings.ts';

/** The actions of the methods of a group. */
const WORDS: Readonly<Record<SecondPersonGroup, string>> = {
  holders: 'import, revoke and erase holders, and place and lift holds',
  codes: 'issue codes',
  credentials: 'revoke credentials',
  keys: 'rotate, import and discard keys',
  roles: 'give roles and reset passwords',
};

/** With fewer administrators, nobody can approve an administrator's request. */
const ADMINISTRATORS_NEEDED = 2;

interface Told {
  readonly text: string;
  /** The remedy. */
  readonly remedy: string;
}

/** The methods that one person can run alone; undefined if every method needs a second person. */
export function leftToOnePerson({ admin }: Pick<Settings, 'admin'>): Told | undefined {
  const waiting = waitingMethods(admin.secondPerson);
  const groups = SECOND_PERSON_GROUPS.filter((group) => !methodsOf(group).every((name) => waiting.has(name)));
  if (groups.length === 0) return undefined;
  return {
    text: `one person alone can ${groups.map((group) => `${WORDS[group]} (${group})`).join(', ')}`,
    remedy: 'list in admin.secondPerson the methods that need a second person',
  };
}

/**
 * A warning if there are too few administrators for approvals; undefined if there are enough or none is
 * needed.
 */
export function tooFewPeople({ admin }: Pick<Settings, 'admin'>, administrators: number): Told | undefined {
  if (admin.secondPerson.length === 0 || administrators >= ADMINISTRATORS_NEEDED) return undefined;
  return {
    text: `admin.secondPerson needs two administrators who sign in; active now: ${administrators}`,
    remedy:
      'start once without admin.secondPerson, create two administrators, let each sign in and choose a password, then set it again',
  };
}
