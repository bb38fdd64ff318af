import { TooLarge, Unreachable } from '../../client/errors.ts';
import type { ClientTls } from '../../client/transport/client-tls.ts';
import { reach } from '../../client/transport/node.ts';
import type { Transport } from '../../wallet/client/transport.ts';
import { ExchangeError } from '../../wallet/errors.ts';

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

/** Posts as every command does: `fetch`, which the wallet uses by itself, takes longer to load than Node to start. */
export const commandTransport =
  ({ headers, tls }: Caller): Transport =>
  async (url, body) => {
    const sent = { 'content-type': 'application/json', ...headers };
    const signal = AbortSignal.timeout(TIMEOUT);
    try {
      const answer = await reach(url, { method: 'POST', headers: sent, body, signal, tls });
      const text = await answer.text();
      return { status: answer.status, headers: Object.fromEntries(answer.headers.entries()), text };
    } catch (error) {
      throw failureOf(error);
    }
  };
