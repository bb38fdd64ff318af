import type { AdministratorCount } from '../../accounts/ports/store.ts';
import type { AnchorLag } from '../../audit/index.ts';
import { type Clock, MINUTE } from '../../conventions/time.ts';
import type { IssuerDatabase } from '../../issuer/ports/database.ts';
import type { KeyCustody } from '../../keys/custody.ts';
import type { KeyRegisterReader } from '../../keys/key-register.ts';
import { isOfPanels } from '../config/panel-parts.ts';
import type { Settings } from '../config/settings.ts';
import type { DataFolder } from '../files/data-folder.ts';
import { anchorFindings } from './anchors.ts';
import { attestation } from './attestation.ts';
import { breakGlass } from './break-glass.ts';
import { configuration, people } from './configuration.ts';
import { console } from './console.ts';
import { erasures } from './erasures.ts';
import { type Check, type Finding, failure, failuresOf, ok, warning } from './findings.ts';
import { type Diagnosis, diagnosisOf } from './index.ts';
import { heldKeys, registeredKeys } from './keys.ts';
import { clock, folder } from './machine.ts';
import { notifications } from './notifications.ts';
import { organisations } from './organisations.ts';
import { records } from './records.ts';
import { retentionFindings } from './retention.ts';
import { examineStatusLists } from './status-lists.ts';
import { callers, tls } from './tls.ts';
import { wallets } from './wallets.ts';

/** The parts of a running server that the checks use. */
export interface RunningParts {
  readonly settings: Settings;
  readonly folder: DataFolder;
  readonly custody: KeyCustody;
  readonly register: KeyRegisterReader;
  readonly store: Pick<IssuerDatabase, 'read'>;
  readonly clock: Clock;
  administrators(): Promise<readonly AdministratorCount[]>;
  /** The problem of the last seals, if there is one. */
  checkSeals(): Promise<string | undefined>;
  anchorLags(): Promise<readonly AnchorLag[]>;
}

/** Time limit of one check, in milliseconds. */
const PATIENCE = 5000;

/** How long the findings are cached, in milliseconds, because some checks call other systems. */
const KEPT = MINUTE;

const SLOW = warning(
  `the check gave no result within ${PATIENCE / 1000} s`,
  'try again; diptych doctor waits longer',
);

async function inTime(check: () => ReturnType<Check>): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([SLOW]), PATIENCE);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return failuresOf(error, 'diptych doctor tells more');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The checks of `diptych doctor` that a running server can make. They do not read the whole database file,
 * and use the keys that are already open.
 */
export function runningDoctor(parts: RunningParts): () => Promise<Diagnosis & { readonly time: number }> {
  const { settings, custody, register, store, checkSeals, administrators } = parts;
  const keys = async (now: number) => {
    const [list, requests] = await Promise.all([register.list(), register.requests()]);
    return [
      ...(await heldKeys(settings, custody, list, now)),
      ...registeredKeys({ settings, folder: parts.folder, now }, list, requests),
    ];
  };
  const statusLists = async (now: number) => {
    const published = await store.read((reader) => reader.publishedLists(now));
    return examineStatusLists({ settings, now }, await register.list(), published);
  };
  const auditLog = async () => {
    const problem = await checkSeals();
    return [
      problem === undefined
        ? ok('the last seals are by the pinned key')
        : failure(problem, 'run diptych events verify for details'),
      ...anchorFindings(settings, await parts.anchorLags()),
    ];
  };
  const retention = async (now: number) => {
    const [purges, believed, overdue, first] = await store.read((reader) =>
      Promise.all([
        reader.purgeStates(),
        reader.believedTime(),
        reader.holdsToReview(now),
        reader.sealAfter(0),
      ]),
    );
    const kept = { keys: await register.list(), purges, clock: believed, overdue, first };
    return retentionFindings({ settings, now }, kept);
  };
  const examine = async (now: number) => {
    const subject = { settings, folder: parts.folder, now };
    const checks: Readonly<Record<string, () => ReturnType<Check>>> = {
      configuration: () => configuration(subject),
      folder: () => folder(subject),
      clock: () => clock(subject),
      keys: () => keys(now),
      'status lists': () => statusLists(now),
      'audit log': auditLog,
      retention: () => retention(now),
      erasures: () => erasures(subject),
      attestation: () => attestation(subject),
      tls: () => tls(subject),
      callers: () => callers(subject),
      console: () => console(subject),
      records: () => records(subject),
      notifications: () => notifications(subject),
      wallets: () => wallets(subject),
      organisations: () => organisations(subject),
      'break glass': () => breakGlass(subject),
      people: () => people({ settings, database: { administrators } }),
    };
    const findings = await Promise.all(
      Object.entries(checks)
        .filter(([check]) => isOfPanels(settings.interfaces, 'checks', check))
        .map(async ([check, run]) => (await inTime(run)).map((finding) => ({ check, ...finding }))),
    );
    return { ...diagnosisOf(findings.flat()), time: now };
  };
  let last: { readonly time: number; readonly findings: ReturnType<typeof examine> } | undefined;
  return () => {
    const now = parts.clock();
    if (last === undefined || now - last.time >= KEPT) last = { time: now, findings: examine(now) };
    return last.findings;
  };
}
