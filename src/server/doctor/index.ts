import { accessSync, constants, existsSync } from 'node:fs';
import { UnavailableError } from '../../conventions/errors.ts';
import type { Clock } from '../../conventions/time.ts';
import type { Inspection } from '../../storage/inspection.ts';
import { inspectPostgres } from '../../storage/postgres/inspect.ts';
import { inspectSqlite } from '../../storage/sqlite/inspect.ts';
import { loadSettings, SettingsError, type SettingsSources } from '../config/load-settings.ts';
import { isOfPanels } from '../config/panel-parts.ts';
import type { Settings } from '../config/settings.ts';
import { databaseUrls } from '../database/database-urls.ts';
import { dataFolder } from '../files/data-folder.ts';
import { attestation } from './attestation.ts';
import { backups } from './backups.ts';
import { breakGlass } from './break-glass.ts';
import { configuration, people } from './configuration.ts';
import { console } from './console.ts';
import { auditLog, store } from './database.ts';
import { erasures } from './erasures.ts';
import {
  type Check,
  type Finding,
  failureOf,
  failureOr,
  failuresOf,
  type Level,
  type Subject,
} from './findings.ts';
import { keys } from './keys.ts';
import { clock, folder } from './machine.ts';
import { notifications } from './notifications.ts';
import { organisations } from './organisations.ts';
import { parquet } from './parquet.ts';
import { passkeys } from './passkeys.ts';
import { records } from './records.ts';
import { retention } from './retention.ts';
import { statusLists } from './status-lists.ts';
import { callers, tls } from './tls.ts';
import { wallets } from './wallets.ts';

/** The checks, in the order in which problems should be fixed. */
const CHECKS = {
  configuration,
  folder,
  store,
  clock,
  keys,
  'status lists': statusLists,
  'audit log': auditLog,
  retention,
  backups,
  erasures,
  attestation,
  tls,
  callers,
  console,
  passkeys,
  records,
  notifications,
  wallets,
  organisations,
  'statistics files': parquet,
  'break glass': breakGlass,
  people,
} as const satisfies Record<string, Check>;

export type { Level };

export interface Diagnosis {
  /** The worst level of the findings. */
  readonly level: Level;
  readonly findings: readonly (Finding & { readonly check: string })[];
}

const LEVELS: readonly Level[] = ['ok', 'warning', 'failure'];

export function diagnosisOf(findings: Diagnosis['findings']): Diagnosis {
  const worst = Math.max(0, ...findings.map(({ level }) => LEVELS.indexOf(level)));
  return { level: LEVELS[worst] ?? 'failure', findings };
}

/** Unless the error says what to do. */
const UNREACHABLE =
  'check host, port, user, password and name of the database in database.url, and that PostgreSQL runs';

/** `reported`: errors that an earlier check has reported. */
async function examined(check: Check, subject: Subject, reported: Set<unknown>): Promise<readonly Finding[]> {
  try {
    return await check(subject);
  } catch (error) {
    if (reported.has(error)) return [];
    reported.add(error);
    if (error instanceof UnavailableError && subject.settings.database.url !== undefined)
      return [failureOr(error.message, UNREACHABLE)];
    return failuresOf(error, 'first fix the problems above');
  }
}

function opened({ database }: Settings, path: string): Inspection | undefined {
  const { timeoutSeconds, acknowledged } = database;
  const { url } = databaseUrls(database);
  if (url !== undefined) return inspectPostgres(url, timeoutSeconds * 1000, acknowledged === 'two');
  return existsSync(path) ? inspectSqlite(path) : undefined;
}

/** Fails at once with the same error, because each check would wait for the time limit. */
const unreachable = (fault: UnavailableError): Inspection =>
  new Proxy({} as Inspection, {
    get() {
      throw fault;
    },
  });

interface Look {
  /** Before the first start, a database of PostgreSQL exists but has no tables to read. The check of the store says so. */
  readonly isEmpty: boolean;
  readonly fault?: UnavailableError;
}

async function look(database: Inspection | undefined): Promise<Look> {
  try {
    return { isEmpty: (await database?.migrations())?.done.length === 0 };
  } catch (error) {
    return { isEmpty: false, ...(error instanceof UnavailableError && { fault: error }) };
  }
}

/** There is nothing, or a file in place of a folder. */
const ABSENT = ['ENOENT', 'ENOTDIR'];

/** Another user would find no database and no keys there. @throws SettingsError */
function requireOpen(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!ABSENT.includes(code))
      throw new SettingsError([
        `data: ${path} cannot be opened (${code}); run this as the user of the server`,
      ]);
  }
}

async function examine(settings: Settings, now: number): Promise<Diagnosis> {
  const data = dataFolder(settings.data);
  requireOpen(data.path);
  const database = opened(settings, data.database);
  const without: Subject = { settings, folder: data, now };
  try {
    const { isEmpty, fault } = await look(database);
    const whole: Subject = {
      ...without,
      ...(database && { database: fault ? unreachable(fault) : database }),
    };
    const subject = isEmpty ? without : whole;
    const reported = new Set<unknown>();
    const findings = [];
    const checks = Object.entries(CHECKS).filter(([name]) => isOfPanels(settings.interfaces, 'checks', name));
    for (const [name, check] of checks)
      for (const finding of await examined(check, check === store ? whole : subject, reported))
        findings.push({ check: name, ...finding });
    return diagnosisOf(findings);
  } finally {
    await database?.close();
  }
}

/**
 * Checks the configuration, the data folder and the system of record. Changes nothing. The server may be
 * running.
 */
export async function diagnose(sources: SettingsSources, clockOf: Clock = Date.now): Promise<Diagnosis> {
  try {
    return await examine(loadSettings(sources), clockOf());
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const findings = error.problems.map((problem) => ({ check: 'configuration', ...failureOf(problem) }));
    return diagnosisOf(findings);
  }
}
