import { isAtLeast, ROLES, type Role } from '../permissions.ts';
import type { Claims, Organisation } from '../ports/organisation.ts';

/** Why a person who proved who they are may not sign in; in the audit log and in metrics. */
const REFUSALS = [
  'tenantNotAllowed',
  'groupsLeftOut',
  'roleMissing',
  'strongSignInMissing',
  'userDisabled',
] as const;
export type Refusal = (typeof REFUSALS)[number];

type Verdict =
  | { readonly outcome: 'admitted'; readonly role: Role; readonly isStrong: boolean }
  | { readonly outcome: 'refused'; readonly reason: Refusal };

const own = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, name)
    ? (from as Readonly<Record<string, unknown>>)[name]
    : undefined;

/**
 * What is at a path. Names of claims and of clients have dots in them, as host names do, so longer names are tried first: all
 * of the path, then up to its last dot, and so on.
 */
function at(claims: unknown, path: string): unknown {
  const whole = own(claims, path);
  if (whole !== undefined) return whole;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const found = at(own(claims, path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The texts at a path. */
function valuesAt(claims: Claims, path: string): readonly string[] {
  const found = at(claims, path);
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  return values.filter((value) => typeof value === 'string');
}

/** A single text only: a token that names several tenants is not from one of them. */
const isOfTenant = ({ tenant }: Organisation, claims: Claims): boolean =>
  tenant === undefined || tenant.values.some((value) => own(claims, tenant.claim) === value);

/**
 * Entra ID leaves groups out of tokens if there are too many: `_claim_names` says where they are, or `hasgroups`
 * that there are some.
 */
function leavesOut(claims: Claims, claim: string): boolean {
  const [name = ''] = claim.split('.');
  if (Object.hasOwn(claims, name)) return false;
  return own(claims._claim_names, name) !== undefined || (name === 'groups' && claims.hasgroups === true);
}

function highest(roles: readonly Role[]): Role | undefined {
  return ROLES.toReversed().find((role) => roles.includes(role));
}

function rolesOf({ roles, people }: Organisation, claims: Claims): readonly Role[] {
  const byClaim = roles.filter(({ claim, value }) => valuesAt(claims, claim).includes(value));
  const byName = people.filter(({ subject }) => subject === claims.sub);
  return [...byClaim, ...byName].map(({ role }) => role);
}

/** Whether the role needs what `strong` of the organisation names. */
export const needsStrong = (role: Role): boolean => isAtLeast(role, 'approver');

/** Whether a person with these claims may sign in, and with which role. */
export function judge(organisation: Organisation, claims: Claims): Verdict {
  if (!isOfTenant(organisation, claims)) return { outcome: 'refused', reason: 'tenantNotAllowed' };
  if (organisation.roles.some(({ claim }) => leavesOut(claims, claim)))
    return { outcome: 'refused', reason: 'groupsLeftOut' };
  const role = highest(rolesOf(organisation, claims));
  if (role === undefined) return { outcome: 'refused', reason: 'roleMissing' };
  const { strong } = organisation;
  const isStrong =
    strong !== undefined && valuesAt(claims, strong.claim).some((value) => strong.values.includes(value));
  return { outcome: 'admitted', role, isStrong };
}

/** The role that a sign-in gives: without strong authentication not more than operator. */
export const roleOfSignIn = (role: Role, isStrong: boolean): Role =>
  needsStrong(role) && !isStrong ? 'operator' : role;
