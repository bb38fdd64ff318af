import type { CallOptions } from '../../../client/client.ts';
import { ApiError } from '../../../client/errors.ts';
import { PUBLIC_TARGET, type Target, targetOf } from '../../../mediation/as-code/target.ts';
import type { MediationApi } from '../client/client.ts';

/** What the server offers, from its discovery document; a server without one is a public one. */
export async function targetFor(
  api: MediationApi,
  { target }: { readonly target?: string } = {},
  sending: CallOptions = {},
): Promise<Target> {
  if (target === 'public') return PUBLIC_TARGET;
  try {
    const path = '/$discovery/rest?version=v1beta';
    return targetOf((await api.request<object>({ ...sending, method: 'GET', path })).body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return PUBLIC_TARGET;
    throw error;
  }
}
