import { Option } from 'commander';
import {
  lint as applyRules,
  LEVELS,
  type Level,
  type LintException,
  RULES,
} from '../../../mediation/lint/index.ts';
import { lintView } from '../../../mediation/lint/view.ts';
import { EXIT } from '../../exit.ts';
import { UsageError } from '../../failures.ts';
import { collect } from '../../options.ts';
import { print, progress, SILENT } from '../../output.ts';
import { MediationRefusal } from '../client/index.ts';
import { leaf } from '../command.ts';
import type { Desk, MediationOptions } from '../connection.ts';
import { fileReport } from '../lint/file-report.ts';
import { readLive } from '../lint/read-live.ts';
import { fails, markdownReport, type Report, textReport } from '../lint/report.ts';

const FORMATS = ['text', 'json', 'markdown'] as const;

interface LintOptions {
  readonly failOn: Level;
  readonly format: (typeof FORMATS)[number];
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

export const lint = () =>
  leaf<LintOptions>({
    name: 'lint',
    description: 'Find what is probably wrong in the mediation settings of the account',
    examples: [
      'diptych mediation lint',
      'diptych mediation lint --file mediation.yaml --fail-on warning --format markdown',
      'diptych mediation lint --ignore cpm-stale --ignore cpm-step:0123456789',
    ],
    help: `The rules: docs/reference/lint-rules.md. A server without the method lint, such as the public service, is read
with the methods that it has, and the rules are applied here.

With --file, the server says only what ad sources, adapters and ad units there are; secrets of the file are not read.
Exceptions stand in the file under lint.ignore, each with a rule, a reason and a last day, and perhaps a group.

Exit status 1: there are findings of the level of --fail-on or of a more serious one.`,
    options: (command) =>
      command
        .addOption(
          new Option('--fail-on <level>', 'the least serious level that fails')
            .choices(LEVELS)
            .default('error'),
        )
        .addOption(
          new Option('--format <format>', 'how findings are printed').choices(FORMATS).default('text'),
        )
        .option('--ignore <rule>', 'leave out a rule, or RULE:GROUP in one group; can be repeated', collect)
        .option('--file <file>', 'check a configuration file instead of the server')
        .option('--local', 'apply the rules here, even if the server has the method lint'),
    async run(desk, options) {
      const report = await reportFor(desk, options);
      const json = options.json || options.format === 'json';
      print(report, { json }, () =>
        options.format === 'markdown' ? markdownReport(report) : textReport(report),
      );
      if (fails(report, options.failOn)) process.exitCode = EXIT.failed;
    },
  });
