import type { Messages, ReportMessage } from '../contract/index.ts';
import type { makeReport } from './make-report.ts';

type Report = Awaited<ReturnType<typeof makeReport>>;

/** The messages of a report. Rows are printed when they are sent, because printed rows take more memory. */
export function messagesOf(
  { header, rows, print, footer }: Report,
  release: () => void,
): Messages<ReportMessage> {
  return {
    release,
    *[Symbol.iterator]() {
      try {
        yield { header };
        for (const row of rows) yield { row: print(row) };
        yield { footer };
      } finally {
        release();
      }
    },
  };
}
