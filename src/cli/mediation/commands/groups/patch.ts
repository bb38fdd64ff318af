import type { MediationGroup } from '../../../../mediation/contract/index.ts';
import type { MediationSession } from '../../connection.ts';

export interface Change {
  readonly updateMask: readonly string[];
  readonly body: MediationGroup;
}

/**
 * Changes a group in one request, only if it still is as it was read: the public service has no etags, there the last
 * change wins.
 */
export async function patchGroup(
  { api }: MediationSession,
  { name = '', etag }: MediationGroup,
  { updateMask, body }: Change,
  { dryRun }: { readonly dryRun?: boolean },
): Promise<MediationGroup> {
  return api.call('accounts.mediationGroups.patch', {
    on: name,
    query: { updateMask: updateMask.join(',') },
    validateOnly: dryRun,
    body,
    ifMatch: etag,
  });
}

export const DRY_RUN = ['--dry-run', 'show the result without changing anything'] as const;
