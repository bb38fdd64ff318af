import {
  type ExportedEntry,
  exportedFirstSeal,
  exportedLine,
  exportedSeal,
  exportedTimeStamp,
  sha256,
  statementOf,
} from '../../audit/index.ts';
import type { AnchorReader } from '../../audit/ports/anchors.ts';
import type { Seal, SealReader } from '../../audit/ports/seals.ts';
import { pageCursor, pageToken } from '../../conventions/page.ts';
import { StatusError } from '../../conventions/status.ts';
import { EVENT_METHODS } from '../contract/audit-log/methods.ts';
import { log, operation } from '../operation/operation.ts';

/** Maximum number of lines in an answer. A seal covers at most half as many (src/audit/seal-log.ts). */
const MOST_LINES = 1000;

const ARGUMENTS = { list: 'exportEvents' };

/**
 * Marks a page token after which only unsealed lines follow: a seal that is made during the export would cover lines that
 * were already returned.
 */
const PAST_LAST_SEAL = 'behindSeals';

interface Place {
  /** The last line that was returned before. */
  readonly after: string;
  /** The number of the last seal that was returned before. */
  readonly number: number;
  readonly isBehindSeals: boolean;
}

function placeOf(token: string | undefined): Place {
  const [after, number, part] = pageCursor(token, ARGUMENTS) ?? ['', '0'];
  const seal = Number(number);
  if (after !== undefined && Number.isSafeInteger(seal))
    return { after, number: seal, isBehindSeals: part === PAST_LAST_SEAL };
  throw new StatusError('INVALID_PAGE_TOKEN', 'pageToken is not from this list');
}

/** If entries were purged after the last seal that was returned, what follows would not continue it. */
async function requireNotPurged(reader: SealReader, number: number): Promise<void> {
  const first = number === 0 ? undefined : await reader.sealAfter(0);
  if (first === undefined || first.number <= number) return;
  throw new StatusError('INVALID_PAGE_TOKEN', 'events were purged by retention meanwhile; begin again');
}

async function exportedWithAnchors(
  reader: AnchorReader,
  seal: Seal,
  isFirst: boolean,
): Promise<ExportedEntry[]> {
  const head = sha256(seal.statement);
  const stamps = await reader.timeStamps(head);
  const cosignatures = await reader.cosignatures(head);
  const exported = isFirst ? exportedFirstSeal(seal) : exportedSeal(seal);
  return [
    exported,
    ...stamps.map((stamp) => exportedTimeStamp({ seal: seal.number, ...stamp })),
    ...cosignatures.map((one) => ({ cosignature: { seal: seal.number, ...one } })),
  ];
}

/**
 * Returns one seal with the lines that it covers, its time stamps and cosignatures. After the last seal, returns the lines
 * that are not sealed yet.
 */
export const exportEvents = operation(EVENT_METHODS.exportEvents, {
  needs: log,
  async run({ store }, request) {
    const { after, number, isBehindSeals } = placeOf(request.pageToken);
    return store.read(async (reader) => {
      const seal = isBehindSeals ? undefined : await reader.sealAfter(number);
      const upTo = seal && statementOf(seal).lastChangeId;
      const stretch = { after, limit: MOST_LINES, ...(upTo !== undefined && { upTo }) };
      const lines = await reader.sealedEntries(stretch);
      await requireNotPurged(reader, number);
      const isFirst = number === 0 && seal !== undefined && seal.number > 1;
      const sealed = seal ? await exportedWithAnchors(reader, seal, isFirst) : [];
      const entries = [...lines.map(exportedLine), ...sealed];
      const end = upTo ?? lines.at(-1)?.changeId;
      // Lines without a seal may need several answers.
      const isLast = seal === undefined && lines.length === 0;
      if (isLast || end === undefined) return { entries };
      const next = seal ? [end, String(seal.number)] : [end, String(number), PAST_LAST_SEAL];
      return { entries, nextPageToken: pageToken(next, ARGUMENTS) };
    });
  },
});
