import { type Check, type Finding, failure, ok, warning } from './finding.ts';

function migrated(pending: readonly string[], unknown: readonly string[]): Finding {
  if (unknown.length > 0) {
    const text = `a newer version changed the schema: ${unknown.join(', ')}`;
    return failure(text, 'run that version, or restore the backup from before');
  }
  if (pending.length === 0) return ok('the schema is that of this version');
  const text = `the next start changes the schema: ${pending.join(', ')}`;
  return warning(text, 'make a backup of the data folder first');
}

/** The database opens, is sound, and has the schema of this version. */
export const store: Check = async ({ database }) => {
  if (database === undefined) return [ok('there is no database yet; the first start makes it')];
  const faults = await database.faults();
  const { pending, unknown } = await database.migrations();
  const remedy = 'stop the server and restore the last backup';
  return [
    faults.length === 0
      ? ok('the database is sound')
      : failure(`the database is damaged: ${faults.slice(0, 3).join('; ')}`, remedy),
    migrated(pending, unknown),
  ];
};
