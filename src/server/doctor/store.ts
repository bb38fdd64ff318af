import type { Migrations } from '../../storage/inspection.ts';
import { type Check, type Finding, failure, ok, orOk, warning } from './finding.ts';

function migrated({ pending, unknown, refused }: Migrations): Finding {
  if (refused.length > 0) {
    const text = `a newer version took from the schema what this one needs: ${refused.join(', ')}`;
    return failure(text, 'run that version, or restore the backup from before');
  }
  if (unknown.length > 0) {
    const text = `a newer version added to the schema, and this one works on it: ${unknown.join(', ')}`;
    return warning(text, 'end the upgrade: replace this version by that one');
  }
  if (pending.length === 0) return ok('the schema is that of this version');
  const text = `the next start changes the schema: ${pending.join(', ')}`;
  return warning(text, 'make a backup first');
}

/** The database opens, is sound, and has the schema of this version. */
export const store: Check = async ({ database }) => {
  if (database === undefined) return [ok('there is no database yet; the first start makes it')];
  const found = (await database.faults()).map(({ text, remedy }) => failure(text, remedy));
  // A file that cannot be read does not show its schema.
  const schema = database.migrations().then(
    (migrations) => [migrated(migrations)],
    (error: unknown) => {
      if (found.length > 0) return [];
      throw error;
    },
  );
  return [...orOk(found, 'the database is sound'), ...(await schema)];
};
