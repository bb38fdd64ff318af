import { StatusError } from '../../conventions/index.ts';
import { omit } from '../../conventions/omit.ts';
import type { MediationPolicy } from '../operation.ts';
import type { MediationGroup } from '../ports/entities.ts';

/** An archived group does not serve and is not listed. It keeps its id and its history. */
export function archiveGroup(group: MediationGroup, at: number): MediationGroup {
  return { ...group, state: 'DISABLED', archivedAt: at, updatedAt: at };
}

/** The group stays disabled until somebody enables it. */
export function unarchiveGroup(group: MediationGroup, at: number): MediationGroup {
  return { ...omit(group, 'archivedAt'), updatedAt: at };
}

/**
 * Refuses to change an archived group. If `groupExtensions` is off, it may be changed like a disabled group, because the
 * interface then has no method that unarchives it.
 *
 * @throws StatusError GROUP_ARCHIVED
 */
export function checkNotArchived(
  { archivedAt }: MediationGroup,
  { groupExtensions }: Pick<MediationPolicy, 'groupExtensions'>,
): void {
  if (archivedAt === undefined || !groupExtensions) return;
  throw new StatusError('GROUP_ARCHIVED', 'The mediation group is archived; unarchive it first.');
}
