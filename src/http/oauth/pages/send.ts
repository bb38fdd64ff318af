import type { FastifyReply } from 'fastify';
import { type Page, pageHeaders, printPage } from './page.ts';

export function show(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply.code(status).headers(pageHeaders(page)).send(printPage(page, reply.request.id));
}

/** Sends the browser elsewhere, without the address of this page. */
export function leaveFor(reply: FastifyReply, target: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(target, 303);
}
