import type { AccountPolicy } from './deps.ts';
import type { Role } from './permissions.ts';
import type { User } from './ports/entities.ts';
import type { AccountReader } from './ports/store.ts';

type Organisations = Pick<AccountPolicy, 'organisations'>;

/** A person counts only as long as this server accepts sign-ins by the organisation. */
const isAccepted = ({ organisations }: Organisations, issuer: string | undefined) =>
  issuer === undefined || organisations.has(issuer);

/** The role that a user has now: none if the user is disabled, or of an organisation that is not accepted any more. */
export function currentRole(policy: Organisations, { state, role, organisation }: User): Role | undefined {
  return state === 'active' && isAccepted(policy, organisation?.issuer) ? role : undefined;
}

/** Number of users whose current role is administrator. */
export async function countAdministrators(
  reader: Pick<AccountReader, 'administrators'>,
  policy: Organisations,
): Promise<number> {
  const all = await reader.administrators();
  return all.filter(({ issuer }) => isAccepted(policy, issuer)).reduce((sum, { count }) => sum + count, 0);
}
