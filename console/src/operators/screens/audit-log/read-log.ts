import { useCallback, useRef } from 'react';
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
      let pageToken: string | undefined;
      do {
        const request = pageToken === undefined ? {} : { pageToken };
        const page = await guarded(() => admin('exportEvents', request));
        if (isStopped.current) return 'stopped';
        if (!(await take(page.entries))) return 'read';
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      return 'read';
    },
    [guarded],
  );
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  return { read, stop };
}
