import { X509Certificate } from 'node:crypto';
import { purgeLog } from '../../audit/index.ts';
import { type Clock, DAY } from '../../conventions/time.ts';
import type { IssuerDatabase } from '../../issuer/ports/database.ts';
import type { PurgedKind } from '../../issuer/ports/retention.ts';
import { purgeKinds } from '../../issuer/retention/purge.ts';
import type { KeyRecord, KeyRegisterReader } from '../../keys/key-register.ts';
import type { Settings } from '../config/settings.ts';

type RetentionSettings = Pick<Settings, 'retention' | 'issuer'>;

/** How long each kind is kept, in days. */
function keptDays({ retention, issuer }: RetentionSettings): Readonly<Record<PurgedKind, number>> {
  return {
    requests: issuer.requestTrailDays ?? retention.requestDays,
    codes: retention.codeDays,
    approvals: retention.approvalDays,
  };
}

/** Keys whose life the audit log must show (CA/B Baseline Requirements 5.4.3). */
const CERTIFYING: readonly KeyRecord['role'][] = ['iaca', 'documentSigner', 'statusSigner'];

/** The creation of the oldest key whose certificate is valid, or ended at most `days` ago. */
function oldestKeyAt(keys: readonly KeyRecord[], now: number, days: number): number {
  const kept = keys.filter(({ role, certificate }) => {
    if (days === 0 || !CERTIFYING.includes(role)) return false;
    return new X509Certificate(certificate).validToDate.getTime() + days * DAY > now;
  });
  return Math.min(Number.POSITIVE_INFINITY, ...kept.map(({ createdAt }) => createdAt));
}

/** Entries of the audit log from this time on are kept. */
export function logKeptSince(
  { retention }: Pick<Settings, 'retention'>,
  keys: readonly KeyRecord[],
  now: number,
): number {
  const byAge = now - retention.auditLogDays * DAY;
  return Math.min(byAge, oldestKeyAt(keys, now, retention.auditLogDaysAfterKeys));
}

interface Parts {
  readonly settings: RetentionSettings;
  readonly store: IssuerDatabase;
  readonly register: KeyRegisterReader;
  readonly clock: Clock;
}

/** What a round deleted: rows by kind, and seals whose entries were deleted. */
export type PurgeCounts = Readonly<Record<PurgedKind | 'auditLogSeals', number>>;

/** Deletes what need not be kept any longer. Any process may call it at any time. */
export function retentionRound({
  settings,
  store,
  register,
  clock,
}: Parts): (now?: number) => Promise<PurgeCounts> {
  const days = keptDays(settings);
  const keptFor = { requests: days.requests * DAY, codes: days.codes * DAY, approvals: days.approvals * DAY };
  return async (now = clock()) => {
    const keepSince = logKeptSince(settings, await register.list(), now);
    const auditLogSeals = await purgeLog({ store, now, every: DAY, keepSince });
    return { ...(await purgeKinds({ store, now, keptFor })), auditLogSeals };
  };
}
