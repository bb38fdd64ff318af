import type { AccountDeps } from '../accounts/deps.ts';
import { normalEmail } from '../accounts/ids.ts';
import type { OAuthClient, User } from '../accounts/ports/entities.ts';
import type { AccountReader } from '../accounts/ports/store.ts';
import { type ScopeName, type ScopeStrings, scopeNamed } from '../accounts/scopes.ts';
import { StatusError } from '../conventions/status.ts';

export function invalid(field: string, description: string): StatusError {
  const text = `${field} ${description}`;
  return new StatusError('INVALID_ARGUMENT', 'REQUEST_INVALID', text, [{ field, description }]);
}

/** By id or by email. */
export async function userNamed(reader: AccountReader, name: string): Promise<User> {
  const email = normalEmail(name);
  const user = (await reader.user(name)) ?? (email && (await reader.userByEmail(email)));
  if (user) return user;
  throw new StatusError('NOT_FOUND', 'USER_NOT_FOUND', 'there is no user with this id or email');
}

export async function clientNamed(reader: AccountReader, clientId: string): Promise<OAuthClient> {
  const client = await reader.client(clientId);
  if (client) return client;
  throw new StatusError('NOT_FOUND', 'CLIENT_NOT_FOUND', 'there is no OAuth client with this id');
}

/** Each once, and only such as exist. */
export async function knownPublishers(
  { publishers }: Pick<AccountDeps, 'publishers'>,
  field: string,
  publisherIds: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(publisherIds)];
  const known = await publishers.displayNames(ids);
  const at = ids.findIndex((id) => !known.has(id));
  if (at < 0) return ids;
  throw invalid(`${field}.${at}`, 'is no publisher account; create it with diptych publishers create');
}

export function scopesNamed(strings: ScopeStrings, texts: readonly string[]): readonly ScopeName[] {
  const names = texts.map((text, index) => {
    const name = scopeNamed(strings, text);
    if (name) return name;
    throw invalid(
      `scopes.${index}`,
      `must be monetization, readonly, ${strings.monetization} or ${strings.readonly}`,
    );
  });
  return [...new Set(names)];
}
