import type { FastifyRequest } from 'fastify';

/** Current browsers say where a request comes from; a form of another site must not use a sign-in. */
export const isForeign = ({ headers }: FastifyRequest): boolean =>
  !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
