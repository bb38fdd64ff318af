import type { FastifyRequest } from 'fastify';
import type { Query } from '../../conventions/index.ts';

/** Names of the mask of a partial response; the plain one wins. */
export const FIELDS: readonly string[] = ['fields', '$fields'];

/** The mask as sent: of repeats the first, and the query wins over the header. */
export function fieldsOf(query: Query, { headers }: FastifyRequest): string | undefined {
  for (const name of FIELDS) {
    const [sent] = query.get(name) ?? [];
    if (sent !== undefined) return sent;
  }
  return headers['x-goog-fieldmask']?.toString();
}
