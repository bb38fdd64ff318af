import { existsSync } from 'node:fs';
import { examineHead, keyFault } from '../../audit/index.ts';
import { sealCustody } from '../../keys/seal-custody.ts';
import { openCustody, sealKeyProblem } from '../custody.ts';
import { type Check, type Finding, failure, failureOf, ok, type Subject } from './finding.ts';

/** Seals that are looked at, with their events. */
const EXAMINED = 50;

const REMEDY = 'diptych events verify says more; see docs/operate/administration.md, "The audit log"';

async function examined({ settings, folder, database }: Subject): Promise<readonly Finding[]> {
  const keys = await openCustody(settings, folder.keys);
  const random = (): never => {
    throw new Error('doctor makes no keys');
  };
  const custody = sealCustody({ custody: keys, random }, { keys: folder.keys, seen: folder.sealSeen });
  try {
    const problem = await sealKeyProblem(settings, custody);
    if (problem !== undefined) return [failureOf(problem)];
    if (!custody.pinned() && !(await database?.seals.lastSeal())) return [ok('nothing was sealed yet')];
    // The next start pins what it finds.
    if (!custody.pinned()) return [ok('the next start pins the key of the seals')];
    const { last, fault } = (await (database && examineHead(database.seals, custody, EXAMINED))) ?? {};
    const found = fault ?? (await keyFault(custody));
    if (found !== undefined) return [failure(found, REMEDY)];
    return [ok(`the last seals up to ${last?.number ?? 0} are by the pinned key`)];
  } finally {
    keys.close();
  }
}

/** The seals are those that were made here. */
export const auditLog: Check = async (subject) => {
  const { database, folder } = subject;
  if (!database || !existsSync(folder.keys)) return [ok('there is no audit log yet')];
  return examined(subject);
};
