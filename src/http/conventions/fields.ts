import type { FastifyRequest } from 'fastify';
import { fieldsParameter, type Query } from '../../conventions/index.ts';

/** Names of the mask of a partial response. */
export const FIELDS: readonly string[] = ['fields', '$fields'];

/** The mask as sent. @throws StatusError INVALID_SYSTEM_PARAMETER when it is sent with two values */
export const fieldsOf = (query: Query, { headers }: FastifyRequest): string | undefined =>
  fieldsParameter(query, (name) => headers[name]?.toString());

/** The mask as sent, or one of them, where the system parameters were checked beside it. */
export function anyFields(query: Query, { headers }: FastifyRequest): string | undefined {
  const sent = FIELDS.flatMap((name) => query.get(name) ?? []);
  return sent[0] ?? headers['x-goog-fieldmask']?.toString();
}
