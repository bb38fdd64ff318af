import { closeSync, openSync } from 'node:fs';
import type { ApprovalView } from '../admin/contract/approvals/methods.ts';
import type { AdminResponse } from '../admin/contract/index.ts';
import { ApiError, AwaitsApproval } from '../client/errors.ts';
import { csvRow, withoutApostrophe } from '../conventions/csv.ts';
import { LARGEST, readText } from './bounded-file.ts';
import { UsageError } from './cli-errors.ts';
import { csvTable } from './csv.ts';
import { writeOut } from './output.ts';
import { appendText } from './write-whole.ts';

type IssuedCode = AdminResponse<'issueCode'>;

const COLUMNS = ['holderId', 'code', 'expireTime', 'id', 'link', 'offer', 'txCode'] as const;

/** Opens a new file that only its owner can read, because it will hold codes; without a path, standard output. */
function destination(path: string | undefined) {
  if (path === undefined) {
    return { write: (text: string) => writeOut(text), close: () => undefined };
  }
  try {
    const descriptor = openSync(path, 'wx', 0o600);
    return { write: (text: string) => appendText(descriptor, text), close: () => closeSync(descriptor) };
  } catch (error) {
    throw new UsageError(
      `${path} cannot be created (${(error as NodeJS.ErrnoException).code}); name a file that does not exist`,
    );
  }
}

interface Batch {
  readonly holderIds: readonly string[];
  /** Number of codes for each holder. */
  readonly count: number;
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
  /** Whether each code has a transaction code. */
  readonly txCode?: boolean | undefined;
  issue(holderId: string): Promise<IssuedCode>;
}

interface BatchResult {
  readonly issued: readonly IssuedCode[];
  /** Holders who got no code, and the reason. */
  readonly refused: readonly { readonly holderId: string; readonly problem: string }[];
  /** Requests that wait for a second person. */
  readonly awaited: readonly ApprovalView[];
}

/**
 * Issues codes for many holders. Writes each code as soon as it is issued, because the server shows it only
 * once.
 */
export async function issueBatch({
  holderIds,
  count,
  out,
  json,
  txCode,
  issue,
}: Batch): Promise<BatchResult> {
  const { write, close } = destination(out);
  const columns = COLUMNS.filter((name) => txCode || name !== 'txCode');
  const issued: IssuedCode[] = [];
  const refused: BatchResult['refused'][number][] = [];
  const awaited: ApprovalView[] = [];
  if (!json) write(`${csvRow(columns)}\n`);
  try {
    for (const holderId of holderIds) {
      try {
        for (let number = 0; number < count; number += 1) {
          const code = await issue(holderId);
          issued.push(code);
          if (!json) write(`${csvRow(columns.map((column) => code[column]))}\n`);
        }
      } catch (error) {
        if (error instanceof AwaitsApproval) awaited.push(error.approval);
        else if (!(error instanceof ApiError)) throw error;
        else refused.push({ holderId, problem: error.message });
      }
    }
  } finally {
    try {
      if (json)
        write(
          `${JSON.stringify({ codes: issued, refused, ...(awaited.length > 0 && { awaited }) }, null, 2)}\n`,
        );
    } finally {
      close();
    }
  }
  return { issued, refused, awaited };
}

const HEADINGS: ReadonlySet<string> = new Set(['id', 'holder', 'holderid']);

/** Ids of holders from the first column of a CSV file. A heading `id` or `holder` is skipped. */
export function readHolderIds(path: string): readonly string[] {
  const rows = csvTable(path, readText(path, { most: LARGEST.table }), { trims: true });
  const ids = rows.map(({ cells: [id = ''] }) => withoutApostrophe(id)).filter((id) => id !== '');
  return HEADINGS.has(ids[0]?.toLowerCase() ?? '') ? ids.slice(1) : ids;
}
