import { StatusError } from '../../conventions/status.ts';
import { NoStatusSigner } from '../../issuer/status/publish.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation, Preparation } from '../operation.ts';

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'statusPublisher'>;

/** @throws StatusError */
async function checkSigner({ statusPublisher }: Pick<Deps, 'statusPublisher'>): Promise<void> {
  try {
    await statusPublisher.checkSigner();
  } catch (error) {
    if (!(error instanceof NoStatusSigner)) throw error;
    throw new StatusError('NO_STATUS_SIGNER', error.message);
  }
}

export const preparePublishStatusLists =
  (deps: Deps): Preparation<'publishStatusLists'> =>
  async (request) => {
    await checkSigner(deps);
    return request;
  };

/** Lists are published one after the other, so the entry of the audit log is written before the first of them. */
export const publishStatusLists: AdminOperation<'publishStatusLists', Deps> = (deps) => async (_, actor) => {
  const { store, clock, statusPublisher } = deps;
  await checkSigner(deps);
  const change = { subject: 'statusLists', subjectId: 'all', event: 'publish', actor, at: clock() } as const;
  await store.write((writer) => writer.record(change));
  return { published: await statusPublisher.publishNow() };
};
