import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Page, pageHeaders, printPage } from '../oauth/pages/page.ts';
import { setTransportHeader } from './headers.ts';

/** Sends HTML without scripts that the server made. */
export function showPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  status = 200,
): FastifyReply {
  setTransportHeader(request, reply);
  return reply.code(status).headers(pageHeaders(page)).send(printPage(page, reply.request.id));
}
