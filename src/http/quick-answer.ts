import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Handle, hasBody } from './connections/index.ts';

/**
 * Answers a GET request without a body at once. Returns false or throws to leave the request, which is not changed then,
 * to the routes.
 */
export type QuickAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Gives some requests their answer before the router sees them: hooks and router take several times as long as a prepared
 * answer. `checkHead` throws for requests that the routes refuse.
 */
export function answerQuickly(
  listener: FastifyInstance,
  checkHead: (request: IncomingMessage) => void,
  quick: QuickAnswer,
  route: Handle,
): Handle {
  let isClosing = false;
  listener.addHook('preClose', async () => {
    // The routes tell the client that the connection ends.
    isClosing = true;
  });

  function isAnswered(request: IncomingMessage, response: ServerResponse): boolean {
    if (isClosing || request.method !== 'GET' || hasBody(request)) return false;
    try {
      checkHead(request);
      return quick(request, response);
    } catch {
      if (response.headersSent) response.destroy();
      return response.headersSent;
    }
  }

  return (request, response) => {
    if (!isAnswered(request, response)) route(request, response);
  };
}
