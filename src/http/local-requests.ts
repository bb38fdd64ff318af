import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Whether the connection comes from this machine. A proxy on this machine connects for others. */
export const isFromLoopback = ({ raw }: FastifyRequest): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? '');

/** Headers by which proxies say for whom they ask. Their values do not count, because clients can send them too. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** Whether the request was sent on this machine, and by no proxy that says so. */
export const isLocalRequest = (request: FastifyRequest): boolean =>
  isFromLoopback(request) && OF_PROXIES.every((name) => request.headers[name] === undefined);
