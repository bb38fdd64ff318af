import { checkBodyEtag, checkIfMatch, checkIfNoneMatch, StatusError } from '../../conventions/index.ts';
import { auditEntries } from '../audit.ts';
import type { MediationGroup as GroupView } from '../contract/index.ts';
import type { PlannedChange } from '../operation.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import { groupOf } from '../refusals.ts';
import type { Request } from '../request.ts';
import { groupTag, groupView } from './view.ts';

/** @throws StatusError EXPERIMENT_RUNNING */
export function checkNoExperiment({ openExperiment }: MediationGroup, purpose: string): void {
  if (!openExperiment) return;
  throw new StatusError(
    'EXPERIMENT_RUNNING',
    `The mediation group has an experiment that was not stopped; stop it before ${purpose}.`,
  );
}

/** Plans a change of a whole group that adds no new lines; the same object again means that nothing changes. */
export async function changedGroup(
  reader: MediationReader,
  request: Request<`accounts.mediationGroups.${'archive' | 'unarchive' | 'rollback'}`>,
  at: number,
  change: (group: MediationGroup, at: number) => MediationGroup | Promise<MediationGroup>,
): Promise<PlannedChange<GroupView>> {
  const group = await groupOf(reader, request);
  const tag = groupTag(group, at);
  checkIfMatch(request.ifMatch, tag);
  checkIfNoneMatch(request.ifNoneMatch, tag);
  checkBodyEtag(request.body.etag, tag);
  const changed = await change(group, at);
  const before = groupView(group, at);
  if (changed === group) return { answer: before, keep: async () => {} };
  const answer = groupView({ ...changed, revision: group.revision + 1 }, at);
  const current = new Set(group.lines.map(({ lineId }) => lineId));
  const returning = new Set(changed.lines.map(({ lineId }) => lineId).filter((id) => !current.has(id)));
  return {
    answer,
    async keep(writer) {
      await writer.updateGroup(group, changed, returning);
      await writer.record(...auditEntries(request, at, [{ resource: answer.name, before, after: answer }]));
    },
  };
}
