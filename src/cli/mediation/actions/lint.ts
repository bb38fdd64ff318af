import { ApiError } from '../../../client/errors.ts';
import { liveAccount } from '../../../client/live-account.ts';
import type { Level, LintException } from '../../../mediation/lint/index.ts';
import { readText } from '../../bounded-file.ts';
import { EXIT } from '../../exit.ts';
import { print } from '../../output.ts';
import { askAhead } from '../client/ask-ahead.ts';
import type { MediationOptions, MediationSession } from '../connection.ts';
import type { Asked } from '../lint/file-report.ts';
import type { Report } from '../lint/report.ts';

export interface LintOptions {
  readonly failOn: Level;
  readonly format: 'text' | 'json' | 'markdown';
  readonly ignore?: readonly string[];
  readonly local?: boolean;
  readonly file?: string;
}

async function exceptionsOf(ignored: readonly string[] = []): Promise<readonly LintException[]> {
  if (ignored.length === 0) return [];
  const { checkedException } = await import('../lint/report.ts');
  return ignored.map(checkedException);
}

/** The findings of the server; undefined if it has none for us: then the rules are applied here. */
async function fromServer(
  { api, account }: MediationSession,
  ignore: readonly string[] = [],
): Promise<Report | undefined> {
  const query = ignore.length > 0 ? { ignore: ignore.join(',') } : {};
  try {
    return await api.call('accounts.lint', { on: await account(), query });
  } catch (error) {
    const isElsewhere =
      error instanceof ApiError &&
      ([404, 405].includes(error.status) || error.reason === 'CONFIGURATION_TOO_LARGE');
    if (isElsewhere) return undefined;
    throw error;
  }
}

/** The publisher that a file seems to name. What was asked about another than the parsed one is not used. */
const publisherIn = (text: string) => /\bpublisher["']?\s*:\s*["']?(pub-\d{1,20})\b/.exec(text)?.[1];

async function fromFile(
  session: MediationSession,
  file: string,
  options: LintOptions & MediationOptions,
): Promise<Report> {
  const { api } = session;
  const text = readText(file);
  const report = async (asked?: Asked) => {
    const { fileReport } = await import('../lint/file-report.ts');
    return fileReport(api, { file, text, asked }, await exceptionsOf(options.ignore), options);
  };
  const publisher = publisherIn(text);
  if (publisher === undefined) return report();
  return askAhead(
    (sending) => liveAccount(api, async () => `accounts/${publisher}`, sending).adSources(),
    (sources) => report({ publisher, sources }),
  );
}

async function reportFor(
  session: MediationSession,
  options: LintOptions & MediationOptions,
): Promise<Report> {
  const { ignore, file } = options;
  if (file !== undefined) return fromFile(session, file, options);
  const exceptions = await exceptionsOf(ignore);
  const answered = options.local ? undefined : await fromServer(session, ignore);
  if (answered) return answered;
  const { liveReport } = await import('../lint/live-report.ts');
  return liveReport(session, exceptions, options);
}

export async function lint(
  session: MediationSession,
  options: LintOptions & MediationOptions,
): Promise<void> {
  const report = await reportFor(session, options);
  const { fails, markdownReport, textReport } = await import('../lint/report.ts');
  const json = options.json || options.format === 'json';
  print(report, { json }, () =>
    options.format === 'markdown' ? markdownReport(report) : textReport(report),
  );
  if (fails(report, options.failOn)) process.exitCode = EXIT.failed;
}
