import { omit } from '../../conventions/omit.ts';
import { type RandomFill, randomShare } from '../../conventions/random-text.ts';
import { HOUR } from '../../conventions/time.ts';
import type { IssuerDeps } from '../deps.ts';
import type { Attempt, Notice, OutboxEntry, WalletPlatform } from '../ports/outbox.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';

const SHORTEST = 2000;

/** Longest wait between two attempts. */
const LONGEST = HOUR;

/**
 * Milliseconds until the next attempt. The delay doubles each time and half of it is random, so that
 * deliveries that failed together are not repeated together.
 */
export function backOff(attempts: number, random: RandomFill): number {
  const longest = Math.min(LONGEST, SHORTEST * 2 ** Math.min(attempts, 20));
  return Math.round((longest / 2) * (1 + randomShare(random)));
}

/** An attempt, for logs and metrics. */
export interface ObservedAttempt extends Attempt {
  readonly entry: OutboxEntry;
  readonly gaveUp: boolean;
}

export interface DeliveryDeps extends Pick<IssuerDeps, 'store' | 'clock' | 'random'> {
  readonly platform: WalletPlatform;
  /** How long an attempt locks an entry for other processes, in milliseconds; longer than an attempt can take. */
  readonly lease: number;
  /** How long attempts continue after the last change, in milliseconds. */
  readonly giveUpAfter: number;
  readonly observe: (attempt: ObservedAttempt) => void;
}

interface OutboxDelivery {
  /** Delivers until nothing is due. Every process may call it at any time. */
  deliverDue(): Promise<void>;
  /** Lets running attempts finish and starts no others. */
  stop(): void;
}

/** Maximum number of concurrent attempts in each process. */
const AT_ONCE = 32;

/**
 * Claims entries and returns those that this process got. The attempt is counted when it begins, so that
 * attempts that crash count too.
 */
async function claim(
  writer: IssuerWriter,
  entries: readonly OutboxEntry[],
  until: number,
): Promise<readonly OutboxEntry[]> {
  const claimed: OutboxEntry[] = [];
  for (const entry of entries) {
    const taken = { ...entry, attempts: entry.attempts + 1, nextAttemptAt: until };
    const isOurs = await writer.updateOutboxEntry(taken);
    if (isOurs) claimed.push({ ...taken, revision: entry.revision + 1 });
  }
  return claimed;
}

async function noticeOf(reader: IssuerReader, { subject, subjectId }: OutboxEntry): Promise<Notice> {
  const entity = await (subject === 'proofing' ? reader.proofing(subjectId) : reader.credential(subjectId));
  if (!entity) throw new Error(`the outbox names a ${subject} that does not exist`);
  return { subject, subjectId, deviceReferenceId: entity.deviceReferenceId };
}

/**
 * Schedules the next attempt after a failure. Does nothing if the subject has changed since, because its
 * entry is then due anyway.
 */
async function postpone(
  writer: IssuerWriter,
  entry: OutboxEntry,
  at: number,
  gaveUp: boolean,
): Promise<void> {
  const isLast = await writer.updateOutboxEntry(entry);
  if (!isLast || !gaveUp) return;
  const { subject, subjectId } = entry;
  await writer.record({ subject, subjectId, event: 'stopNotifying', actor: { kind: 'deadline' }, at });
}

/** Delivers each notification of the outbox at least once: after a crash, it may be sent again. */
export function outboxDelivery(deps: DeliveryDeps): OutboxDelivery {
  const { store, clock, random, platform, lease, giveUpAfter, observe } = deps;
  let isStopped = false;

  async function storeOutcome(entry: OutboxEntry, fault: string | undefined): Promise<boolean> {
    if (fault === undefined) {
      await store.write((writer) => writer.deleteOutboxEntry(entry));
      return false;
    }
    const at = clock();
    const gaveUp = at - entry.changedAt >= giveUpAfter;
    const ended = omit(entry, 'nextAttemptAt');
    const next = gaveUp ? {} : { nextAttemptAt: at + backOff(entry.attempts, random) };
    await store.write((writer) => postpone(writer, { ...ended, ...next, fault }, at, gaveUp));
    return gaveUp;
  }

  async function deliver(entry: OutboxEntry): Promise<void> {
    const attempt = await platform.notify(await store.read((reader) => noticeOf(reader, entry)));
    observe({ ...attempt, entry, gaveUp: await storeOutcome(entry, attempt.fault) });
  }

  return {
    async deliverDue() {
      while (!isStopped) {
        const now = clock();
        const due = await store.read((reader) => reader.dueOutbox(now, AT_ONCE));
        if (due.length === 0) return;
        const claimed = await store.write((writer) => claim(writer, due, now + lease));
        const outcomes = await Promise.allSettled(claimed.map(deliver));
        for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
