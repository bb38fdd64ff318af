import { exportedLine, exportedSeal, statementOf } from '../../audit/index.ts';
import { pageCursor, pageToken } from '../../conventions/page.ts';
import { StatusError } from '../../conventions/status.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

/** Maximum number of lines in an answer; a seal covers fewer. */
const MOST_LINES = 10_000;

const ARGUMENTS = { list: 'exportEvents' };

/** Parses the page token: the last line and the last seal of the previous answer. */
function placeOf(token: string | undefined): { readonly after: string; readonly number: number } {
  const [after, number] = pageCursor(token, ARGUMENTS) ?? ['', '0'];
  const seal = Number(number);
  if (after !== undefined && Number.isSafeInteger(seal)) return { after, number: seal };
  throw new StatusError('INVALID_PAGE_TOKEN', 'pageToken is not from this list');
}

/** Answers one seal with the lines that it covers. After the last seal it answers the lines that are not sealed yet. */
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
      // Lines without a seal may need several answers.
      const isLast = seal === undefined && lines.length === 0;
      if (isLast || end === undefined) return { entries };
      const next = [end, String(seal?.number ?? number)];
      return { entries, nextPageToken: pageToken(next, ARGUMENTS) };
    });
  };
