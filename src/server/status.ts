import { X509Certificate } from 'node:crypto';
import { anchorView } from '../admin/audit-log/anchor-view.ts';
import type { AdminResponse } from '../admin/contract/index.ts';
import { MOST } from '../admin/figures/figures.ts';
import { type AnchorLag, statementOf } from '../audit/index.ts';
import { isoTime } from '../conventions/json-schema.ts';
import type { Clock } from '../conventions/time.ts';
import type { DatabaseReader, IssuerDatabase } from '../issuer/ports/database.ts';
import type { KeyExpiry } from '../keys/expiry.ts';
import { MIGRATION_NAMES } from '../storage/migrations/index.ts';
import type { Settings } from './config/settings.ts';
import type { Issuer } from './context/issuer.ts';
import type { DataFolder } from './files/data-folder.ts';
import { diskOf } from './files/disk-space.ts';
import { lastBackup } from './files/last-backup.ts';
import { lastDrill } from './files/last-drill.ts';
import { hasTokenKeys } from './files/token-keys.ts';
import { readTlsFiles, tlsFilesOf } from './listeners/tls.ts';
import { withTimeout } from './process/with-timeout.ts';
import { VERSION } from './version.ts';

type Status = AdminResponse<'getStatus'>;

/** The parts of a running server whose state is shown. */
export interface StatusParts {
  readonly settings: Settings;
  readonly folder: DataFolder;
  readonly store: IssuerDatabase;
  readonly clock: Clock;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  expiries(): Promise<readonly KeyExpiry[]>;
  ready(): Promise<void>;
  ping(): Promise<void>;
  checkSeals(): Promise<string | undefined>;
  anchorLags(): Promise<readonly AnchorLag[]>;
  /** Undefined if the panel is off. */
  readonly issuer: Pick<Issuer, 'attestation' | 'policy' | 'statusLists' | 'notifies'> | undefined;
}

/** Time limit of each part in milliseconds, so that an unreachable database does not hide the others. */
const PATIENCE = 3000;

const MOST_APPROVALS = 1000;

/** The answer of a part; undefined if it fails or takes too long. */
const answerOf = <T>(work: Promise<T>): Promise<T | undefined> =>
  withTimeout(PATIENCE, work).catch(() => undefined);

const succeeds = async (work: Promise<void>): Promise<boolean> =>
  (await answerOf(work.then(() => true))) === true;

type Queues = NonNullable<Status['queues']>;

async function approvalsOf(reader: DatabaseReader, now: number): Promise<Queues['approvals']> {
  const { length } = await reader.listApprovals({ limit: MOST_APPROVALS + 1 }, { now, state: 'awaited' });
  return { count: Math.min(length, MOST_APPROVALS), isCapped: length > MOST_APPROVALS };
}

async function issuerQueuesOf(
  reader: DatabaseReader,
  now: number,
  isOn: boolean,
): Promise<Pick<Queues, 'proofings' | 'notifications'>> {
  const oldest = { limit: 1, sort: { by: 'createdAt', descending: false } } as const;
  const [pending] = await reader.listProofings(oldest, { now, state: 'pending' });
  const { waiting, failed, oldestAt } = await reader.countOutbox();
  return {
    proofings: {
      pending: await reader.countProofings('pending', now, MOST.counted),
      challenged: await reader.countProofings('challenged', now, MOST.counted),
      ...(pending && { oldestTime: isoTime(pending.createdAt) }),
    },
    notifications: {
      isOn,
      waiting,
      failed,
      ...(oldestAt !== undefined && { oldestTime: isoTime(oldestAt) }),
    },
  };
}

/** Where the audit log begins now, and when old data were last deleted (src/server/rounds/retention.ts). */
async function retentionOf(reader: DatabaseReader): Promise<NonNullable<Status['retention']>> {
  const first = await reader.sealAfter(0);
  const done = (await reader.purgeStates()).flatMap(({ doneAt }) => doneAt ?? []);
  return {
    ...(first && { auditLogStartTime: statementOf(first).sealTime }),
    ...(done.length > 0 && { purgeTime: isoTime(Math.max(...done)) }),
  };
}

/** When the certificates of the listeners end. None if a file cannot be read, because the doctor reports that. */
function certificatesOf(settings: Settings): readonly { readonly name: string; readonly at: number }[] {
  try {
    return tlsFilesOf(settings).map((files) => ({
      name: `${files.setting}.certificate`,
      at: new X509Certificate(readTlsFiles(files).cert).validToDate.getTime(),
    }));
  } catch {
    return [];
  }
}

/** Looks everything up that `diptych status` shows. Parts that do not answer are absent. */
export function statusOf(parts: StatusParts): () => Promise<Status> {
  const { settings, folder, store, clock, issuer } = parts;
  const queuesOf = async (reader: DatabaseReader, now: number): Promise<Queues> => ({
    approvals: await approvalsOf(reader, now),
    ...(issuer && (await issuerQueuesOf(reader, now, issuer.notifies))),
  });
  return async () => {
    const now = clock();
    const [isReady, isUp, queues, expiries = [], lists = [], disk, seals, anchors, retention] =
      await Promise.all([
        succeeds(parts.ready()),
        succeeds(parts.ping()),
        answerOf(store.read((reader) => queuesOf(reader, now))),
        answerOf(parts.expiries()),
        issuer && answerOf(issuer.statusLists.publisher.figures()),
        answerOf(diskOf(folder.path)),
        answerOf(parts.checkSeals()),
        answerOf(parts.anchorLags()),
        answerOf(store.read(retentionOf)),
      ]);
    const ends = [
      ...expiries.map(({ role, notAfter }) => ({ name: role, at: notAfter })),
      ...certificatesOf(settings),
    ];
    const [list, backup] = [issuer?.attestation.listWrittenAt(), lastBackup(folder)];
    const drill = lastDrill(folder);
    return {
      time: isoTime(now),
      version: VERSION,
      schema: MIGRATION_NAMES.at(-1) ?? '',
      profile: settings.profile,
      interfaces: settings.interfaces,
      startTime: isoTime(parts.startedAt),
      isReady,
      database: { kind: settings.database.url === undefined ? 'sqlite' : 'postgresql', isUp },
      ...(queues && { queues }),
      expiries: ends
        .toSorted((one, other) => one.at - other.at)
        .map(({ name, at }) => ({ name, time: isoTime(at) })),
      ...(anchors && anchors.length > 0 && { anchors: anchors.map(anchorView) }),
      ...(retention && { retention }),
      ...(list !== undefined && { revocationListTime: isoTime(list) }),
      ...(lists.length > 0 && {
        statusListTime: isoTime(Math.min(...lists.map(({ oldestAt }) => oldestAt))),
      }),
      ...(backup.database !== undefined && { lastBackupTime: isoTime(backup.database) }),
      ...(backup.keys !== undefined && { lastKeysBackupTime: isoTime(backup.keys) }),
      ...(drill && { lastDrill: drill }),
      keysInToken: hasTokenKeys(settings),
      ...(disk && { disk: { freeBytes: disk.free, sizeBytes: disk.size } }),
      warnings: [
        ...(seals === undefined ? [] : [`audit log: ${seals}`]),
        ...(issuer?.attestation.warnings() ?? []),
      ],
    };
  };
}
