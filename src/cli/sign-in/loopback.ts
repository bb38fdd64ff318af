import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignInFailure } from '../cli-errors.ts';

/** How long the command waits for the browser, in milliseconds. */
const PATIENCE = 300_000;

const page = (title: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>You can close this page.</p></html>`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  connection: 'close',
};

/** The redirect target of one sign-in: a port of this machine (RFC 8252 7.3). */
interface Loopback {
  readonly redirectUri: string;
  /** The parameters of the first answer with this `state`. @throws SignInFailure after five minutes */
  answer(state: string): Promise<URLSearchParams>;
  close(): void;
}

/** `command` is the one to repeat if nobody signs in. */
export async function listenOnLoopback(command: string): Promise<Loopback> {
  let take: ((parameters: URLSearchParams) => boolean) | undefined;
  const server = createServer((request, response) => {
    // Any program and any page on this machine can send a request, also one for no address.
    const searchParams = new URLSearchParams(request.url?.split(/\?(.*)/s)[1]);
    const isTaken = take?.(searchParams) ?? false;
    const title = searchParams.has('code') ? 'Signed in' : 'Not signed in';
    response
      .writeHead(isTaken ? 200 : 404, HEADERS)
      .end(page(isTaken ? title : 'This page is not part of a sign-in'));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}`,
    answer: (state) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new SignInFailure(`nobody signed in within five minutes; run ${command} again`)),
          PATIENCE,
        );
        take = (parameters) => {
          if (parameters.get('state') !== state) return false;
          take = undefined;
          clearTimeout(timer);
          resolve(parameters);
          return true;
        };
      }),
    close: () => {
      server.close();
    },
  };
}
