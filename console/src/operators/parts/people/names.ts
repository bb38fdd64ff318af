import { useCallback, useEffect } from 'react';
import { useSession } from '../../../frame/session.tsx';
import { admin, useMayCall } from '../../api.ts';
import { knownNames, namesOf, useKnownNames, want } from './known-names.ts';

export const useMaySeeNames = (): boolean => useMayCall()('nameHolders');

/** The name of a holder, once it is known; none for those who may not see names, and of erased holders. */
export function useHolderName(id: string | undefined): string | undefined {
  const { guarded } = useSession();
  const may = useMaySeeNames();
  const all = useKnownNames();
  useEffect(() => {
    if (!may || id === undefined || all.has(id)) return;
    want(id, (ids) => guarded(() => admin('nameHolders', { ids: [...ids] })));
  }, [id, may, all, guarded]);
  return id === undefined ? undefined : all.get(id);
}

/** Reads the names of holders; none for those who may not see names. */
export function useReadNames() {
  const { guarded } = useSession();
  const may = useMaySeeNames();
  return useCallback(
    async (ids: readonly string[]) =>
      may ? namesOf(ids, (asked) => guarded(() => admin('nameHolders', { ids: [...asked] }))) : knownNames(),
    [may, guarded],
  );
}
