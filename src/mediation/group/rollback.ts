import { omit } from '../../conventions/omit.ts';
import type { MediationGroup as GroupView } from '../contract/index.ts';

/**
 * The writable fields of an earlier revision. If an experiment was running then, its lines of variant B are left out:
 * they belong to the experiment, which does not come back.
 */
export function earlierContent({ displayName, state, priority, targeting, ...group }: GroupView): GroupView {
  const lines = Object.entries(group.mediationGroupLines ?? {});
  const own = lines.filter(([, { experimentVariant }]) => experimentVariant !== 'VARIANT_B');
  return {
    ...(displayName !== undefined && { displayName }),
    ...(state !== undefined && { state }),
    ...(priority !== undefined && { priority }),
    ...(targeting && { targeting }),
    mediationGroupLines: Object.fromEntries(own.map(([id, line]) => [id, omit(line, 'experimentVariant')])),
  };
}
