import { useCallback, useRef } from 'react';
import { pages } from '../../../../../src/client/pages.ts';
import { useSession } from '../../../frame/session.tsx';
import { type AdminResponse, admin } from '../../api.ts';

type Exported = AdminResponse<'exportEvents'>['entries'][number];

/** Reads the whole log with its seals, page by page, until `take` returns false or `stop` is called. */
export function useReadLog() {
  const { guarded } = useSession();
  const isStopped = useRef(false);
  const read = useCallback(
    async (take: (entries: readonly Exported[]) => Promise<boolean>): Promise<'read' | 'stopped'> => {
      isStopped.current = false;
      for await (const { entries } of pages((at) => guarded(() => admin('exportEvents', at)))) {
        if (isStopped.current) return 'stopped';
        if (!(await take(entries))) break;
      }
      return 'read';
    },
    [guarded],
  );
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  return { read, stop };
}
