import { TooLarge, Unreachable } from '../../client/errors.ts';
import type { ClientTls } from '../../client/transport/client-tls.ts';
import { reach, type SentRequest } from '../../client/transport/node.ts';
import type { Transport, TransportAnswer } from '../../wallet/client/transport.ts';
import { ExchangeError } from '../../wallet/errors.ts';
import type { VciTransport } from '../../wallet/openid4vci/transport.ts';

/** Milliseconds for an answer. */
const TIMEOUT = 30_000;

function failureOf(error: unknown): unknown {
  if (error instanceof TooLarge) return new ExchangeError('tooLarge', error.message);
  if (!(error instanceof Unreachable)) return error;
  const { message, cause } = error;
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return new ExchangeError(isLate ? 'timeout' : 'unreachable', message, { cause });
}

interface Caller {
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: ClientTls | undefined;
}

/** Sends as every command does: `fetch`, which the wallet uses by itself, takes longer to load than Node to start. */
async function sent(url: string, request: SentRequest): Promise<TransportAnswer> {
  try {
    const answer = await reach(url, { ...request, signal: AbortSignal.timeout(TIMEOUT) });
    const text = await answer.text();
    return { status: answer.status, headers: Object.fromEntries(answer.headers.entries()), text };
  } catch (error) {
    throw failureOf(error);
  }
}

export const commandTransport =
  ({ headers, tls }: Caller): Transport =>
  (url, body) =>
    sent(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, tls });

export const vciCommandTransport =
  ({ headers, tls }: Caller): VciTransport =>
  ({ url, headers: own, ...request }) =>
    sent(url, { ...request, headers: { ...headers, ...own }, tls });
