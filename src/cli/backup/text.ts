import { DATABASE, KEYS, type Manifest } from '../../server/backup/manifest.ts';

function databaseText({ files, tables }: Manifest): string {
  const file = files[DATABASE];
  if (file === undefined) return 'no database';
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${rows} rows of ${Object.keys(tables).length} tables, ${file.bytes} bytes`;
}

/** The parts of a backup, one line each. */
export const contentText = (manifest: Manifest): string =>
  [
    `made      ${manifest.createdAt} by version ${manifest.version}`,
    `database  ${databaseText(manifest)}`,
    `keys      ${manifest.files[KEYS] === undefined ? 'none' : 'encrypted'}`,
  ].join('\n');

/** Keys that a backup cannot hold, because they are not files. */
export const elsewhereText = ({ keysElsewhere }: Manifest): readonly string[] =>
  keysElsewhere.length === 0
    ? []
    : [`Private keys that are no files, in a token or kept offline: ${keysElsewhere.join(', ')}.`];
