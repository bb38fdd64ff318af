import { isAtLeast, type Role } from '../../accounts/permissions.ts';
import type { AccountStore } from '../../accounts/ports/store.ts';

/** Emails of users by their ids, for the users whom the caller may see. */
export type UserNames = (
  caller: { readonly role: Role },
  ids: Iterable<string | undefined>,
) => Promise<ReadonlyMap<string, string>>;

/** Viewers see only ids: they may see what happens, but not who the other users are. */
const LEAST_ROLE: Role = 'operator';

export function userNames({ read }: AccountStore): UserNames {
  return async ({ role }, ids) => {
    const wanted = [...new Set(ids)].filter((id) => id !== undefined);
    if (!isAtLeast(role, LEAST_ROLE) || wanted.length === 0) return new Map();
    return read((reader) => reader.emails(wanted));
  };
}

/** The member of a view that has the name; absent if the name is not known. */
export function withName<Member extends string>(
  names: ReadonlyMap<string, string>,
  member: Member,
  id: string | undefined,
): { readonly [Key in Member]?: string } {
  const name = id === undefined ? undefined : names.get(id);
  return name === undefined ? {} : ({ [member]: name } as { readonly [Key in Member]: string });
}
