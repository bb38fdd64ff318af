import { lint as applyRules, type Level, type LintException, RULES } from '../../../mediation/lint/index.ts';
import { lintView } from '../../../mediation/lint/view.ts';
import { EXIT } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import { print, progress, SILENT } from '../../output.ts';
import { MediationRefusal } from '../client/index.ts';
import type { Desk, MediationOptions } from '../connection.ts';
import { fileReport } from '../lint/file-report.ts';
import { readLive } from '../lint/read-live.ts';
import { fails, markdownReport, type Report, textReport } from '../lint/report.ts';

export interface LintOptions {
  readonly failOn: Level;
  readonly format: 'text' | 'json' | 'markdown';
  readonly ignore?: readonly string[];
  readonly local?: boolean;
  readonly file?: string;
}

const RULE_IDS: ReadonlySet<string> = new Set(RULES.map(({ id }) => id));

function exceptionOf(text: string): LintException {
  const [rule = '', groupId] = text.split(':');
  if (!RULE_IDS.has(rule)) throw new UsageError(`--ignore: there is no rule ${rule}`);
  return { rule, ...(groupId !== undefined && { groupId }), reason: '', until: Number.POSITIVE_INFINITY };
}

/** The findings of the server; undefined if it has none for us: then the rules are applied here. */
async function fromServer({ api, account }: Desk, ignore: readonly string[]): Promise<Report | undefined> {
  const query = ignore.length > 0 ? { ignore: ignore.join(',') } : {};
  try {
    return await api.call('accounts.lint', { on: await account(), query });
  } catch (error) {
    const isElsewhere =
      error instanceof MediationRefusal &&
      ([404, 405].includes(error.httpStatus) || error.reason === 'CONFIGURATION_TOO_LARGE');
    if (isElsewhere) return undefined;
    throw error;
  }
}

async function reportFor(desk: Desk, options: LintOptions & MediationOptions): Promise<Report> {
  const { ignore = [] } = options;
  const exceptions = ignore.map(exceptionOf);
  if (options.file !== undefined) return fileReport(desk, options.file, exceptions, options);
  const answered = options.local ? undefined : await fromServer(desk, ignore);
  if (answered) return answered;
  const shown = options.json || options.format === 'json' ? SILENT : progress();
  const model = await readLive(desk, Date.now(), shown).finally(() => shown.end());
  return lintView(applyRules({ ...model, exceptions }), model.publisherId);
}

export async function lint(desk: Desk, options: LintOptions & MediationOptions): Promise<void> {
  const report = await reportFor(desk, options);
  const json = options.json || options.format === 'json';
  print(report, { json }, () =>
    options.format === 'markdown' ? markdownReport(report) : textReport(report),
  );
  if (fails(report, options.failOn)) process.exitCode = EXIT.failed;
}
