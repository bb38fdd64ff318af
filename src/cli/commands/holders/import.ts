import { Command } from 'commander';
import { callAdmin } from '../../admin/client.ts';
import { connectionOf, withConnection } from '../../admin/connection.ts';
import type { ImportOptions } from '../../holders/import-records.ts';

async function importFile(file: string, options: ImportOptions): Promise<void> {
  const connection = connectionOf(options);
  const { documentTypes } = await callAdmin(connection, 'listDocumentTypes', {});
  const { importRecords } = await import('../../holders/import-records.ts');
  await importRecords(connection, file, documentTypes, options);
}

const IMPORT_HELP = `
FILE by its ending:
  .json          a record, a list of records, or {"holders": [ … ]}
  .jsonl .ndjson one record in each line
  .csv           headings: id, optionally documentType, and elements such as
                 family_name, or namespace/identifier if several namespaces have
                 it; lists and maps are JSON in their cell
A record: { "id": "h-1", "documentType": "org.iso.18013.5.1.mDL",
            "elements": { "org.iso.18013.5.1": {
              "family_name": "…", "birth_date": "1990-01-31",
              "portrait": "portrait.jpg", … } } }
Bytes are base64, or the name of an image beside FILE. The whole file is checked
first: if there is any problem, nothing is imported. An interrupted import
continues where it stopped when the same command runs again.

With --map the columns of FILE can have any names: diptych holders map --suggest
FILE proposes a map.

Examples:
  diptych holders import holders.csv --dry-run --report problems.csv
  diptych holders import export.csv --map map.yaml --dry-run
  diptych holders import holders.json`;

export const importHolders = () =>
  withConnection(
    new Command('import')
      .description('Import or change holders from a JSON, JSON Lines or CSV file')
      .argument('<file>')
      .option('--map <file>', 'what the columns of a CSV file are, in YAML')
      .option('--dry-run', 'check everything, store nothing')
      .option('--report <file>', 'write every problem and warning to a CSV file')
      .addHelpText('after', IMPORT_HELP)
      .action(importFile),
  );
