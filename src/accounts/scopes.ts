/** The two permissions of the mediation interface. */
export const SCOPE_NAMES = ['monetization', 'readonly'] as const;
export type ScopeName = (typeof SCOPE_NAMES)[number];

/** The whole scope string of each, as clients send it. */
export type ScopeStrings = Readonly<Record<ScopeName, string>>;

function nameOf(strings: ScopeStrings, scope: string): ScopeName | undefined {
  return SCOPE_NAMES.find((name) => strings[name] === scope);
}

/** The permissions in a list of scope strings; others are somebody else's and count for nothing. */
export function permissionsIn(strings: ScopeStrings, scopes: Iterable<string>): ReadonlySet<ScopeName> {
  const names = new Set<ScopeName>();
  for (const scope of scopes) {
    const name = nameOf(strings, scope);
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** By the whole string or, for people who type, by the name alone. */
export function scopeNamed(strings: ScopeStrings, text: string): ScopeName | undefined {
  return nameOf(strings, text) ?? SCOPE_NAMES.find((name) => name === text);
}
