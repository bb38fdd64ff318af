/** The roles of operators in rising order: each includes the permissions of the roles before it. */
export const ROLES = ['viewer', 'operator', 'approver', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, least: Role) => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** The permissions of the mediation interface. */
export const SCOPE_NAMES = ['monetization', 'readonly', 'report', 'statistics'] as const;
export type ScopeName = (typeof SCOPE_NAMES)[number];

/** The full scope string of each permission, as clients send it. */
export type ScopeStrings = Readonly<Record<ScopeName, string>>;

/** The scopes that the authorization server offers: none without the mediation interface. */
export type OfferedScopes = Partial<ScopeStrings>;

/** The scope strings of permissions, of those that are offered. */
export const stringsOf = (offered: OfferedScopes, names: Iterable<ScopeName>): readonly string[] =>
  [...names].flatMap((name) => offered[name] ?? []);

function nameOf(strings: OfferedScopes, scope: string): ScopeName | undefined {
  return SCOPE_NAMES.find((name) => strings[name] === scope);
}

/** The permissions in a list of scope strings; unknown strings are ignored. */
export function permissionsIn(strings: OfferedScopes, scopes: Iterable<string>): ReadonlySet<ScopeName> {
  const names = new Set<ScopeName>();
  for (const scope of scopes) {
    const name = nameOf(strings, scope);
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** The permission with this scope string or, on the command line, with this name. */
export function scopeNamed(strings: ScopeStrings, text: string): ScopeName | undefined {
  return nameOf(strings, text) ?? SCOPE_NAMES.find((name) => name === text);
}
