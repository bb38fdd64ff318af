import type { AccountDeps } from '../../accounts/deps.ts';
import { SCOPE_NAMES, type ScopeName, type ScopeStrings, scopeNamed } from '../../accounts/permissions.ts';
import { StatusError } from '../../conventions/status.ts';

export function invalid(field: string, description: string): StatusError {
  const text = `${field} ${description}`;
  return new StatusError('REQUEST_INVALID', text, [{ field, description }]);
}

/** The ids without duplicates. @throws StatusError for an account that does not exist */
export async function knownPublishers(
  { publishers }: Pick<AccountDeps, 'publishers'>,
  field: string,
  publisherIds: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(publisherIds)];
  const displayNames = await publishers.displayNames(ids);
  const at = ids.findIndex((id) => !displayNames.has(id));
  if (at < 0) return ids;
  throw invalid(`${field}.${at}`, 'is no publisher account; create it with diptych publishers create');
}

export function scopesNamed(strings: ScopeStrings, texts: readonly string[]): readonly ScopeName[] {
  const names = texts.map((text, index) => {
    const name = scopeNamed(strings, text);
    if (name) return name;
    const known = [...SCOPE_NAMES, ...SCOPE_NAMES.map((one) => strings[one])];
    throw invalid(`scopes.${index}`, `must be one of ${known.join(', ')}`);
  });
  return [...new Set(names)];
}
