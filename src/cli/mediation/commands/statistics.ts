import { randomUUID } from 'node:crypto';
import { Option } from 'commander';
import type { ResponseOf } from '../../../mediation/contract/index.ts';
import { EXIT } from '../../exit.ts';
import { print, progress, SILENT } from '../../output.ts';
import { group, leaf } from '../command.ts';
import type { Desk } from '../connection.ts';
import { adUnitId, inventoryOf } from '../find/inventory.ts';
import { adSourcesOf, pickSource } from '../find/sources.ts';
import { batchesOf } from '../statistics/batches.ts';
import { profileOf, SOURCES, type Source } from '../statistics/profile.ts';
import { type Names, rowsOf } from '../statistics/rows.ts';

interface Options {
  readonly source: Source;
  readonly profile?: string;
  readonly again?: boolean;
  readonly dryRun?: boolean;
}

/** A name is looked up once, because a file has the same ones in thousands of lines. */
function once(look: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name) ?? look(name);
    known.set(name, found);
    return found;
  };
}

async function namesOf(desk: Desk): Promise<Names> {
  const inventory = await inventoryOf(desk);
  const sources = await adSourcesOf(desk);
  return {
    adUnitId: once((name) => adUnitId(inventory, name)),
    adSourceId: once((name) => pickSource(sources, name).adSourceId ?? ''),
  };
}

interface Rejected {
  readonly line: number;
  readonly reason: string;
}

const HELP = `The file replaces what this source sent before about its days and ad sources, so a restated file is imported again
whole. Days are those of the account's time zone. Nothing is sent if a cell is wrong: mistakes are listed by line and
column. A broken off import is run again; what was stored is not counted twice.

A profile maps columns: {"columns": {"impressions": "Imps"}, "constants": {"currency": "EUR"}, "values": {"adUnitId":
{"their id": "Racing/Start"}, "adSourceId": {"their name": "AppLovin"}}, "ignored": ["Margin"]}. It adds to the profile of
the source; columns that are neither known nor ignored are refused. With
--source csv the headings are the names of the fields: date, adUnitId, adSourceId, country, impressions, revenue, …

Exit status 1: the server left out rows, which are listed by line and reason.`;

const importFile = () =>
  leaf<Options>({
    name: 'import <file>',
    description: 'Import the settled numbers of a network from CSV; - reads the standard input',
    help: HELP,
    examples: [
      'diptych mediation statistics import max.csv --source max',
      'diptych mediation statistics import export.csv --source csv --profile columns.json --dry-run',
    ],
    options: (command) =>
      command
        .addOption(
          new Option('--source <source>', 'who made the file').choices([...SOURCES]).makeOptionMandatory(),
        )
        .option('--profile <file>', 'JSON: how columns and names of the file are called here')
        .option('--again', 'store it even if the same file was imported before')
        .option('--dry-run', 'check the file only'),
    async run(desk, options, path = '') {
      const { source, again, dryRun } = options;
      const profile = profileOf(source, options.profile);
      const on = await desk.account();
      const { reportingTimeZone = 'UTC' } = await desk.api.call('accounts.get', { on });
      const rows = rowsOf(path, profile, await namesOf(desk));
      const salt = again ? randomUUID() : '';
      const batches = batchesOf(rows, { source, timeZone: reportingTimeZone, salt });
      const shown = options.json || dryRun ? SILENT : progress();
      const rejected: Rejected[] = [];
      let [accepted, duplicates] = [0, 0];
      for (const { date, body, rows: sent } of dryRun ? [] : batches) {
        shown.at(date);
        // A batch counts once, so it may be repeated like a read.
        const request = {
          method: 'POST',
          path: `v1beta/${on}/statistics:ingest`,
          body,
          isRead: true,
        } as const;
        const answer = await desk.api.send<ResponseOf<'accounts.statistics.ingest'>>(request);
        accepted += answer.accepted ?? 0;
        if (answer.duplicate) duplicates += 1;
        for (const { index = 0, reason = '' } of answer.rejected ?? [])
          rejected.push({ line: sent[index]?.line ?? 0, reason });
      }
      shown.end();
      const days = new Set(batches.map(({ date }) => date)).size;
      print(
        { rows: rows.length, days, batches: batches.length, accepted, duplicates, rejected },
        options,
        () =>
          dryRun
            ? `dry run: ${rows.length} rows of ${days} days can be sent`
            : [
                `${accepted} of ${rows.length} rows of ${days} days are stored`,
                ...(duplicates > 0
                  ? [`${duplicates} of ${batches.length} batches had been stored before`]
                  : []),
                ...rejected.map(({ line, reason }) => `line ${line}: ${reason}`),
              ].join('\n'),
      );
      if (rejected.length > 0) process.exitCode = EXIT.failed;
    },
  });

export const statistics = () =>
  group('statistics', 'Numbers of networks: impressions, clicks and revenue', [importFile()]);
