import { ApiError } from '../../client/errors.ts';
import { callAdmin } from './client.ts';
import type { Connection } from './connection.ts';

/** Ids of one request. */
const MOST = 100;

/** Viewers may not see names, and a server without the issuer interface has none. */
const isRefused = (error: unknown) =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

type Names = ReadonlyMap<string, string>;

/** The names of holders by their ids. @throws ApiError if the caller may not see them */
export async function holderNames(connection: Connection, ids: readonly string[]): Promise<Names> {
  const wanted = [...new Set(ids)];
  const names = new Map<string, string>();
  for (let first = 0; first < wanted.length; first += MOST) {
    const part = wanted.slice(first, first + MOST);
    const { holders } = await callAdmin(connection, 'nameHolders', { ids: part });
    for (const { id, name } of holders) if (name !== undefined) names.set(id, name);
  }
  return names;
}

/** The names of the first OAuth clients by their ids. @throws ApiError if the server has none */
export async function clientNames(connection: Connection): Promise<Names> {
  const { clients } = await callAdmin(connection, 'listOAuthClients', { pageSize: MOST });
  return new Map(clients.map(({ id, name }) => [id, name]));
}

/** These names; none if the caller may not see them. */
export async function noneIfRefused(names: Promise<Names>): Promise<Names> {
  try {
    return await names;
  } catch (error) {
    if (isRefused(error)) return new Map();
    throw error;
  }
}

/** An answer about a holder with the name, for people: one look. As it is if the caller may not see names. */
export async function withHolderName<Answer extends object>(
  connection: Connection,
  answer: Answer,
  id: string | undefined = (answer as { readonly holderId?: string }).holderId,
): Promise<Answer & { readonly holderName?: string }> {
  const name = id && (await noneIfRefused(holderNames(connection, [id]))).get(id);
  return name ? { holderName: name, ...answer } : answer;
}
