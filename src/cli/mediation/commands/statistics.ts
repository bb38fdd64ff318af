import { Option } from 'commander';
import { lazyAction } from '../../lazy-action.ts';
import { group, leaf } from '../command.ts';
import { COVERS, type ImportOptions } from '../statistics/import-options.ts';
import { SOURCES } from '../statistics/profile.ts';

const HELP = `The file replaces what this source sent before about its days, ad sources and ad
units, so a restated file is imported again whole, and a file of one app leaves
the others alone. With --covers app, the other ad units of its apps had nothing;
with --covers account, all other ad units. What is replaced is printed first.
Days are those of the account's time zone. Nothing is sent if a cell is wrong:
mistakes are listed by line and column. Run an interrupted import again: nothing
is counted twice.

Encoding, separator and the marks in numbers are found from the file. Where
1,234 can be 1234 or 1.234, a profile says which: {"decimal": ","}.

A profile maps columns: {"columns": {"impressions": "Imps"}, "constants":
{"currency": "EUR"}, "values": {"adUnitId": {"their id": "Racing/Start"},
"adSourceId": {"their name": "AppLovin"}}, "ignored": ["Margin"]}. It adds to
the profile of the source; columns that are neither known nor ignored are
refused. With --source csv the headings are the names of the fields: date, app,
adUnitId, adSourceId, country, impressions, revenue, …

Exit status 1: the server left out rows, which are listed by line and reason.`;

const importFile = () =>
  leaf<ImportOptions>({
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
        .addOption(
          new Option('--covers <scope>', 'what else the file says: its other ad units had nothing').choices([
            ...COVERS,
          ]),
        )
        .option('--again', 'store it even if the same file was imported before')
        .option('--dry-run', 'check the file only'),
    run: lazyAction(async () => (await import('../actions/statistics.ts')).importStatistics),
  });

export const statistics = () =>
  group('statistics', 'Numbers of networks: impressions, clicks and revenue', [importFile()]);
