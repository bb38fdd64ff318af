import { waitingMethods } from '../../admin/access/second-person.ts';
import type { Settings } from '../config/settings.ts';
import type { DrillReport } from './drill-report.ts';
import type { Copy } from './run-on-copy.ts';

const standInText = (count: number) =>
  `the keys of the PKCS#11 token: ${count} keys in files, of which no signature verifies, stood for them; nothing was made, used or destroyed in the token, and the documents a second are those of files`;

const APPROVAL = 'the approval by another person, as admin.secondPerson asks for it';

const STANDBY =
  'the synchronous standby of database.acknowledged: each change waited for one database server only';

/** What the copy was, and where it differs from the server. */
export function conditions(
  { database, keys, admin }: Settings,
  { standIns: { count: standIns } }: Copy,
): Pick<DrillReport, 'database' | 'custody' | 'notRehearsed'> {
  const isPostgres = database.url !== undefined;
  return {
    database: isPostgres ? 'postgres' : 'sqlite',
    custody: { server: keys.custody, standIns },
    notRehearsed: [
      ...(standIns > 0 ? [standInText(standIns)] : []),
      ...(waitingMethods(admin.secondPerson).has('compromiseKey') ? [APPROVAL] : []),
      ...(isPostgres && database.acknowledged === 'two' ? [STANDBY] : []),
    ],
  };
}
