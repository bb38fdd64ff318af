import type { AuditEntry } from '../../audit/entry.ts';
import { StatusError } from '../../conventions/index.ts';
import type { MediationGroup as GroupView } from '../contract/index.ts';
import { groupName } from '../names.ts';
import type { MediationGroup } from '../ports/entities.ts';
import type { MediationReader } from '../ports/store.ts';
import { notFound } from '../refusals.ts';
import { groupView } from './view.ts';

const ETAG = /^"(\d+)(?:-ended)?"$/;

/** The revision that a change made; undefined if its details are not kept. */
export function revisionOf({ details }: Pick<AuditEntry, 'details'>): number | undefined {
  const { etag } = (details?.after ?? {}) as GroupView;
  const digits = etag === undefined ? undefined : ETAG.exec(etag)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const notKept = () =>
  new StatusError(
    'REVISION_NOT_KEPT',
    'The content of this revision is too large for the audit log, so it was not kept.',
  );

/** The group as it was after a change. @throws StatusError NOT_FOUND, REVISION_NOT_KEPT */
export async function groupAt(
  reader: MediationReader,
  group: MediationGroup,
  revision: number,
  now: number,
): Promise<GroupView> {
  if (revision < 1 || revision > group.revision) throw notFound();
  if (revision === group.revision) return groupView(group, now);
  const entry = await reader.groupEntry(groupName(group.publisherId, group.groupId), revision);
  if (!entry?.details?.after) throw notKept();
  return entry.details.after;
}
