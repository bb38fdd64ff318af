import type { FastifyRequest } from 'fastify';

/** The query of the address, as browsers write it. */
export const queryOf = ({ raw }: FastifyRequest): URLSearchParams =>
  new URLSearchParams((raw.url ?? '').split(/\?(.*)/s)[1] ?? '');
