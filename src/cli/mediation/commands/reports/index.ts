import type { Command } from 'commander';
import type { ReportMessage } from '../../../../mediation/contract/report-answer.ts';
import { UsageError } from '../../../cli-errors.ts';
import { collect } from '../../../options.ts';
import { notice, print } from '../../../output.ts';
import { wrapped } from '../../../table/wrapped.ts';
import { group, leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { DATES_HELP } from './dates.ts';
import { dimensionsOf, kebab, metricsOf, type ReportKind } from './names.ts';
import { type Row, reportCsv, reportTable } from './report-text.ts';
import { type ReportOptions, type ReportRequest, reportRequestOf } from './spec.ts';

interface Options extends ReportOptions {
  readonly csv?: boolean;
  readonly json?: boolean;
  readonly wide?: boolean;
}

interface Report {
  readonly about: string;
  readonly show: string;
  readonly examples: readonly string[];
}

const REPORTS: Readonly<Record<ReportKind, Report>> = {
  mediation: {
    about: 'Earnings and delivery of all ad sources',
    show: 'earnings,impressions,ecpm,match-rate',
    examples: [
      'diptych mediation reports mediation --dates last-7-days',
      'diptych mediation reports mediation --by source,country --only app="Acme Racing" --sort -earnings',
      'diptych mediation reports mediation --dates 2026-03-01..2026-03-31 \\\n    --by date,group --csv > march.csv',
    ],
  },
  network: {
    about: 'Earnings and delivery of the own network alone',
    show: 'earnings,impressions,ecpm,show-rate',
    examples: ['diptych mediation reports network --dates last-month --by ad-unit'],
  },
  campaign: {
    about: 'Delivery of campaigns for apps, of at most 30 days',
    show: 'impressions,clicks,installs,cost',
    examples: ['diptych mediation reports campaign --dates yesterday --by campaign-name'],
  },
};

/** The messages of a report: an array of header, rows and footer; of campaigns one object with rows. */
async function generated(
  { api, account }: MediationSession,
  kind: ReportKind,
  { reportSpec }: ReportRequest,
): Promise<unknown> {
  const on = await account();
  const path = `/v1beta/${on}/${kind}Report:generate`;
  return (await api.request({ method: 'POST', path, body: { reportSpec }, isRead: true })).body;
}

function rowsIn(answer: unknown): readonly Row[] {
  if (Array.isArray(answer)) return (answer as ReportMessage[]).flatMap(({ row }) => (row ? [row] : []));
  return (answer as { readonly rows?: readonly Row[] }).rows ?? [];
}

const currencyIn = (answer: unknown): string | undefined =>
  Array.isArray(answer)
    ? (answer[0] as ReportMessage | undefined)?.header?.localizationSettings?.currencyCode
    : undefined;

/** Warnings, and rows that --limit left out, on standard error. */
function tellFooter(answer: unknown, rows: number, options: Options): void {
  const { footer } = (Array.isArray(answer) ? (answer.at(-1) as ReportMessage) : undefined) ?? {};
  for (const { description = '' } of footer?.warnings ?? []) notice(description, options);
  const { matchingRowCount = '0' } = footer ?? {};
  if (BigInt(matchingRowCount) > BigInt(rows))
    notice(`${rows} of ${matchingRowCount} rows; --limit shows more`, options);
}

async function report(session: MediationSession, kind: ReportKind, options: Options): Promise<void> {
  if (options.csv && options.json) throw new UsageError('--csv and --json name two forms; leave one out');
  const wanted = await reportRequestOf(session, kind, options, Date.now());
  const answer = await generated(session, kind, wanted);
  const asked = { ...wanted, currency: currencyIn(answer) };
  const rows = rowsIn(answer);
  print(answer, options, () => (options.csv ? reportCsv(rows, asked) : reportTable(rows, asked, options)));
  tellFooter(answer, rows.length, options);
}

const HELP_WIDTH = 80;

const lines = (text: string) => wrapped(text, HELP_WIDTH).join('\n');

const helpOf = (kind: ReportKind) => `${DATES_HELP}

${lines(`--by takes ${dimensionsOf(kind).map(kebab).join(', ')}.`)}
${lines(`--show takes ${metricsOf(kind).map(kebab).join(', ')}.`)}
The table rounds amounts to two decimals; CSV and JSON have them exactly.`;

const reportCommand = (kind: ReportKind): Command => {
  const { about, show, examples } = REPORTS[kind];
  return leaf<Options>({
    name: kind,
    hasTable: true,
    description: about,
    help: helpOf(kind),
    examples,
    options: (command) => {
      command
        .option('--dates <days>', 'days of the report', 'last-7-days')
        .option('--by <dimensions>', 'one row for each of these, separated by commas', 'date')
        .option('--show <metrics>', 'columns with numbers, separated by commas', show)
        .option('--language <code>', 'language of labels, such as de');
      if (kind !== 'campaign')
        command
          .option(
            '--only <dimension=values>',
            'only these, such as country=DE,AT or app=NAME; several',
            collect,
          )
          .option('--sort <columns>', 'sort by these; -earnings: the largest first; separated by commas')
          .option('--limit <rows>', 'maximum number of rows')
          .option('--currency <code>', 'currency, such as EUR; else that of the account')
          .option('--time-zone <zone>', 'time zone of the days, such as Europe/Berlin');
      return command.option('--csv', 'print CSV');
    },
    run: (session, options) => report(session, kind, options),
  });
};

export const reports = () =>
  group('reports', 'Reports of earnings and delivery', [
    reportCommand('mediation'),
    reportCommand('network'),
    reportCommand('campaign'),
  ]);
