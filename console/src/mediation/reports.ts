import { limitConcurrency } from '../../../src/conventions/limit-concurrency.ts';
import { useSession } from '../frame/session.tsx';
import { formattingLocale } from '../kit/time.tsx';
import { useAccount } from './account.tsx';
import { mediation, useRead } from './api.ts';
import { type Chosen, type ReportMessage, type ReportRow, specOf } from './model/report.ts';

/** The server makes two reports at a time, and refuses the fifth of a publisher. */
const inTurn = limitConcurrency(2);

/** The most rows of a report. */
const MOST_ROWS = 100_000;

export interface Report {
  readonly rows: readonly ReportRow[];
  /** Number of rows before the cut. */
  readonly matching: string;
  readonly warnings: readonly string[];
}

function reportOf(messages: readonly ReportMessage[]): Report {
  const footer = messages.at(-1)?.footer;
  return {
    rows: messages.flatMap(({ row }) => (row ? [row] : [])),
    matching: footer?.matchingRowCount ?? '0',
    warnings: (footer?.warnings ?? []).map(({ description = '' }) => description),
  };
}

/** Weeks begin as they do for the reader of this language. */
async function read(
  on: string,
  chosen: Chosen,
  languageCode: string,
  options?: Parameters<typeof mediation>[2],
): Promise<Report> {
  const localizationSettings = { languageCode };
  const call = { on, body: { reportSpec: { ...specOf(chosen), localizationSettings } } };
  const { body } = await inTurn(() => mediation('accounts.mediationReport.generate', call, options));
  return reportOf(body as unknown as readonly ReportMessage[]);
}

export function useReport(chosen: Chosen, enabled: boolean) {
  const { name } = useAccount();
  const language = formattingLocale();
  return useRead(['report', name, chosen, language], (options) => read(name, chosen, language, options), {
    enabled,
  });
}

/** Reads all rows of a report, for a file. */
export function useWholeReport() {
  const { name } = useAccount();
  const { guarded } = useSession();
  return (chosen: Chosen) => guarded(() => read(name, { ...chosen, rows: MOST_ROWS }, formattingLocale()));
}
