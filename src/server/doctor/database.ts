import { existsSync } from 'node:fs';
import { anchorLags, examineLastSeal, keyFault } from '../../audit/index.ts';
import { sealCustody } from '../../keys/seal-custody.ts';
import type { Migrations } from '../../storage/inspection.ts';
import { PREVIEW } from '../../storage/migrations/later.ts';
import { anchorNames } from '../context/anchors.ts';
import { openCustody, sealKeyProblem } from '../keys/custody.ts';
import { anchorFindings } from './anchors.ts';
import { type Check, type Finding, failure, failureOf, ok, orOk, type Subject, warning } from './findings.ts';

function migrated({ done, pending, unknown, refused, isPreview }: Migrations): Finding {
  if (done.length === 0) return ok('the database is empty; the first start makes its tables');
  if (isPreview) return failure(PREVIEW.text, PREVIEW.remedy);
  if (refused.length > 0) {
    const text = `a newer version removed from the schema what this one needs: ${refused.join(', ')}`;
    return failure(text, 'run the newer version, or restore a backup from before the upgrade');
  }
  if (unknown.length > 0) {
    const text = `a newer version extended the schema; this version still works with it: ${unknown.join(', ')}`;
    return warning(text, 'finish the upgrade: replace this version with the newer one');
  }
  if (pending.length === 0) return ok('the schema is that of this version');
  const text = `the next start changes the schema: ${pending.join(', ')}`;
  return warning(text, 'make a backup first');
}

/** The database can be opened, is sound, and has the schema of this version. */
export const store: Check = async ({ database }) => {
  if (database === undefined) return [ok('there is no database yet; the first start makes it')];
  const findings = (await database.faults()).map(({ text, remedy }) => failure(text, remedy));
  // The schema of an unreadable file is unknown.
  const schema = database.migrations().then(
    (migrations) => [migrated(migrations)],
    (error: unknown) => {
      if (findings.length > 0) return [];
      throw error;
    },
  );
  return [...orOk(findings, 'the database is sound'), ...(await schema)];
};

/** Number of seals that are checked with their entries. */
const EXAMINED = 50;

const REMEDY = 'run diptych events verify for details; see docs/operate/audit-log.md';

/** Before the next start the database may have no tables of anchors. */
async function anchored({ settings, database, now }: Subject): Promise<readonly Finding[]> {
  const lags = database && anchorLags(database.seals, anchorNames(settings), now);
  return anchorFindings(settings, (await lags?.catch(() => [])) ?? []);
}

async function examined(subject: Subject): Promise<readonly Finding[]> {
  const { settings, folder, database } = subject;
  const keys = await openCustody(settings, folder.keys);
  const random = (): never => {
    throw new Error('doctor makes no keys');
  };
  const custody = sealCustody({ custody: keys, random }, { keys: folder.keys, seen: folder.sealSeen });
  try {
    const problem = await sealKeyProblem(settings, custody);
    if (problem !== undefined) return [failureOf(problem)];
    if (!custody.pinned() && !(await database?.seals.lastSeal())) return [ok('nothing was sealed yet')];
    // The next start pins the key that it finds.
    if (!custody.pinned()) return [ok('the next start pins the key of the seals')];
    const { last, fault } = (await (database && examineLastSeal(database.seals, custody, EXAMINED))) ?? {};
    const found = fault ?? (await keyFault(custody));
    if (found !== undefined) return [failure(found, REMEDY)];
    return [ok(`the last seals up to ${last?.number ?? 0} are by the pinned key`)];
  } finally {
    keys.close();
  }
}

/** The last seals are valid and signed by the pinned key, and anchored; without anchors also before the first seal. */
export const auditLog: Check = async (subject) => {
  const { database, folder } = subject;
  const isEmpty = !database || !existsSync(folder.keys);
  const seals = isEmpty ? [ok('there is no audit log yet')] : await examined(subject);
  return [...seals, ...(await anchored(subject))];
};
