import { exportedLine, exportedSeal, statementOf } from '../../audit/index.ts';
import { pageCursor, pageToken } from '../../conventions/page.ts';
import { StatusError } from '../../conventions/status.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

/** Lines of one answer, at most; those of a seal are fewer. */
const MOST_LINES = 10_000;

const ARGUMENTS = { list: 'exportEvents' };

/** Where the next answer begins: behind which line and which seal. */
function placeOf(token: string | undefined): { readonly after: string; readonly number: number } {
  const [after, number] = pageCursor(token, ARGUMENTS) ?? ['', '0'];
  const seal = Number(number);
  if (after !== undefined && Number.isSafeInteger(seal)) return { after, number: seal };
  throw new StatusError('INVALID_PAGE_TOKEN', 'pageToken is not from this list');
}

/** A stretch and its seal; behind the last seal the lines that are not sealed yet. */
export const exportEvents: AdminOperation<'exportEvents', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async (request) => {
    const { after, number } = placeOf(request.pageToken);
    return store.read(async (reader) => {
      const seal = await reader.sealAfter(number);
      const upTo = seal && statementOf(seal).lastChangeId;
      const stretch = { after, limit: MOST_LINES, ...(upTo !== undefined && { upTo }) };
      const lines = await reader.sealedEntries(stretch);
      const entries = [...lines.map(exportedLine), ...(seal ? [exportedSeal(seal)] : [])];
      const end = upTo ?? lines.at(-1)?.changeId;
      // Heavy lines behind the last seal come in several answers.
      const isLast = seal === undefined && lines.length === 0;
      if (isLast || end === undefined) return { entries };
      const next = [end, String(seal?.number ?? number)];
      return { entries, nextPageToken: pageToken(next, ARGUMENTS) };
    });
  };
