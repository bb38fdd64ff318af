import { StatusError } from '../../conventions/status.ts';
import { NoStatusSigner } from '../../issuer/status/publish-lists.ts';
import { STATUS_LIST_METHODS } from '../contract/status-lists/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'keys' | 'statusPublisher'>;

/** Some lists can be published without the signer of the others. @throws StatusError if none can */
async function checkSigner({ statusPublisher, keys }: Omit<Deps, 'clock' | 'store'>): Promise<void> {
  const { root } = await keys.documentSigner();
  const roots = new Set([root, ...(await statusPublisher.figures()).map((figures) => figures.root)]);
  const checks = await Promise.allSettled([...roots].map(statusPublisher.checkSigner));
  const failures = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  const unexpected = failures.find((error) => !(error instanceof NoStatusSigner));
  if (unexpected !== undefined) throw unexpected;
  if (failures.length === roots.size) throw new StatusError('NO_STATUS_SIGNER', failures[0].message);
}

/** Lists are published one after the other, so the entry of the audit log is written before the first of them. */
export const publishStatusLists = operation(STATUS_LIST_METHODS.publishStatusLists, {
  needs: issuer,
  async prepare(deps, request) {
    await checkSigner(deps);
    return request;
  },
  async run(deps, _, actor) {
    const { store, clock, statusPublisher } = deps;
    await checkSigner(deps);
    const change = {
      subject: 'statusLists',
      subjectId: 'all',
      event: 'publish',
      actor,
      at: clock(),
    } as const;
    await store.write((writer) => writer.record(change));
    return { published: await statusPublisher.publishNow() };
  },
});
