import { useState } from 'react';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { ApiError } from '../../../api/client.ts';
import { useChange } from '../../api.ts';
import type { Act } from '../../model/acts.ts';

export interface GroupChangeProps {
  readonly group: MediationGroup;
  /** Reads the group again. */
  readonly onReload: () => Promise<unknown>;
}

/**
 * Sends each change with the ETag of the group on the screen. The server answers 412 if the group has changed since it was
 * read. The hook then reads the group again, and the user can repeat the change.
 */
export function useGroupChange({ group, onReload }: GroupChangeProps) {
  const patch = useChange('accounts.mediationGroups.patch');
  const archive = useChange('accounts.mediationGroups.archive');
  const unarchive = useChange('accounts.mediationGroups.unarchive');
  const [isConflict, setConflict] = useState(false);
  const { name: on = '', etag: ifMatch } = group;

  /** Resolves to false after a conflict. */
  async function attempt(send: () => Promise<unknown>): Promise<boolean> {
    setConflict(false);
    try {
      await send();
      return true;
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status !== 412) throw cause;
      await onReload();
      setConflict(true);
      return false;
    }
  }

  const set = (updateMask: 'displayName' | 'state', body: MediationGroup) =>
    attempt(() => patch.mutateAsync({ on, query: { updateMask }, body, ifMatch }));
  const acts: Readonly<Record<Act, () => Promise<boolean>>> = {
    pause: () => set('state', { state: 'DISABLED' }),
    resume: () => set('state', { state: 'ENABLED' }),
    archive: () => attempt(() => archive.mutateAsync({ on, body: {}, ifMatch })),
    unarchive: () => attempt(() => unarchive.mutateAsync({ on, body: {}, ifMatch })),
  };
  return {
    isConflict,
    rename: (displayName: string) => set('displayName', { displayName }),
    run: (act: Act) => acts[act](),
  };
}
