import { PUBLIC_TARGET, type Target, targetOf } from '../../../mediation/as-code/target.ts';
import { type MediationApi, MediationRefusal, type Sending } from '../client/index.ts';

/** What the server offers, from its discovery document; a server without one is a public one. */
export async function targetFor(
  api: MediationApi,
  { target }: { readonly target?: string } = {},
  sending: Sending = {},
): Promise<Target> {
  if (target === 'public') return PUBLIC_TARGET;
  try {
    return targetOf(await api.send({ ...sending, method: 'GET', path: '$discovery/rest?version=v1beta' }));
  } catch (error) {
    if (error instanceof MediationRefusal && error.httpStatus === 404) return PUBLIC_TARGET;
    throw error;
  }
}
