import type { FastifyRequest } from 'fastify';

/** Whether another site made the browser send the request. Current browsers say so; older ones do not. */
export const isCrossSite = ({ headers }: FastifyRequest): boolean =>
  !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
