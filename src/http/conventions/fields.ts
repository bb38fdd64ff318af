import type { FastifyRequest } from 'fastify';
import type { Query } from '../../conventions/index.ts';

/** Names of the mask of a partial response; the plain one wins. */
export const FIELDS: readonly string[] = ['fields', '$fields'];

/** The mask as sent: of repeats the first, and the query wins over the header. */
export function fieldsOf(query: Query, { headers }: FastifyRequest): string | undefined {
  const [sent] = FIELDS.flatMap((name) => query.get(name) ?? []);
  return sent ?? headers['x-goog-fieldmask']?.toString();
}
