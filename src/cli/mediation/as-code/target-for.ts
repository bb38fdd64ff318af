import { PUBLIC_TARGET, type Target, targetOf } from '../../../mediation/as-code/target.ts';
import { type MediationApi, MediationRefusal, type Request } from '../client/index.ts';
import type { Desk } from '../connection.ts';

/** What the server offers, from its discovery document; a server without one is a public one. */
export async function targetFor(
  api: MediationApi,
  { target }: { readonly target?: string } = {},
  more: Pick<Request, 'signal' | 'onSent'> = {},
): Promise<Target> {
  if (target === 'public') return PUBLIC_TARGET;
  try {
    return targetOf(await api.send({ ...more, method: 'GET', path: '$discovery/rest?version=v1beta' }));
  } catch (error) {
    if (error instanceof MediationRefusal && error.httpStatus === 404) return PUBLIC_TARGET;
    throw error;
  }
}

/**
 * Asks for the target, and does the work meanwhile: to load the parser and to read a configuration file takes longer than a
 * server that is near needs to answer. If the work fails, nobody waits for the answer.
 */
export async function whileAsking<Result>(
  { api }: Desk,
  options: { readonly target?: string },
  work: (target: Promise<Target>) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  const sent = Promise.withResolvers<void>();
  const target = targetFor(api, options, { signal: end.signal, onSent: sent.resolve });
  // The work waits for it, so what is wrong with the file is reported first.
  const settled = target.catch(() => undefined);
  try {
    await Promise.race([sent.promise, settled]);
    return await work(target);
  } finally {
    end.abort();
  }
}
