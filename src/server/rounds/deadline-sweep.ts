import { applyApprovalDeadline } from '../../admin/approvals/approval.ts';
import { ConflictError } from '../../conventions/errors.ts';
import { RunAll } from '../../conventions/run-all.ts';
import { DAY } from '../../conventions/time.ts';
import { applyCredentialDeadline } from '../../issuer/credential/current-credential.ts';
import type { IssuerDeps } from '../../issuer/deps.ts';
import type { SweepReader, SweepStore, SweepWriter } from '../../issuer/ports/deadline-sweep.ts';
import { applyProofingDeadline } from '../../issuer/proofing/current-proofing.ts';
import { recordContext } from '../../issuer/record/calendar.ts';
import { refreshDerived } from '../../issuer/record/refresh-derived.ts';
import { type HolderDigest, indexHolders } from '../../issuer/record/with-search-index.ts';

/** Maximum number of rows of each kind in one round; the next round continues. */
const ROUND = 500;

export interface SweepCounts {
  readonly proofings: number;
  readonly credentials: number;
  /** Holders whose derived elements, such as ages, have changed. */
  readonly holders: number;
  readonly msos: number;
  /** Versions whose MSOs were revoked a day after the record changed. */
  readonly superseded: number;
  /** Status lists whose tokens were deleted, because all of their MSOs expired more than a day ago. */
  readonly retiredStatusLists: number;
  /** Records of an earlier version that were added to the search index. */
  readonly indexed: number;
  /** Approvals that expired or whose method was interrupted. */
  readonly approvals: number;
}

const NOTHING: SweepCounts = {
  proofings: 0,
  credentials: 0,
  holders: 0,
  msos: 0,
  superseded: 0,
  retiredStatusLists: 0,
  indexed: 0,
  approvals: 0,
};

interface Moment {
  readonly now: number;
  /** Whether the sweep may delete rows, and revoke MSOs of earlier versions. */
  readonly isBelieved: boolean;
}

interface SweepDeps extends Pick<IssuerDeps, 'clock'> {
  readonly store: SweepStore;
  readonly holderDigest: HolderDigest;
  /** Undefined if the panel is off. */
  readonly issuer: Pick<IssuerDeps, 'policy'> | undefined;
}

type ApplyDeadline = (writer: SweepWriter, id: string, now: number) => Promise<boolean>;

const applyToProofing: ApplyDeadline = async (writer, id, now) => {
  const proofing = await writer.proofing(id);
  return proofing !== undefined && (await applyProofingDeadline(writer, proofing, now)) !== proofing;
};

const applyToCredential: ApplyDeadline = async (writer, id, now) => {
  const credential = await writer.credential(id);
  return credential !== undefined && (await applyCredentialDeadline(writer, credential, now)) !== credential;
};

const applyToApproval: ApplyDeadline = async (writer, id, now) => {
  const approval = await writer.approval(id);
  return approval !== undefined && (await applyApprovalDeadline(writer, approval, now)) !== approval;
};

/**
 * Changes each row in its own transaction, also after another one fails. If several processes do so, the first one changes the row and the
 * others find it changed.
 */
async function applyToAll(
  store: SweepStore,
  ids: readonly string[],
  now: number,
  apply: ApplyDeadline,
): Promise<number> {
  let applied = 0;
  const round = new RunAll();
  for (const id of ids)
    await round.part(async () => {
      try {
        if (await store.write((writer) => apply(writer, id, now))) applied += 1;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    });
  round.end();
  return applied;
}

/** Deletes in short writes until nothing is left, so that purging keeps up with issuing. */
async function purgeAll(store: SweepStore, purge: (writer: SweepWriter) => Promise<number>): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await store.write(purge);
    purged += count;
    if (count < ROUND) return purged;
  }
}

/** Holders whose records have a birthday that is due: few on most days, many on 1 January. */
async function refreshHolders(
  store: SweepStore,
  { policy }: Pick<IssuerDeps, 'policy'>,
  now: number,
): Promise<number> {
  const { today } = recordContext(policy, now);
  const served = [...policy.documentTypes.keys()];
  const ids = await store.read((reader) => reader.changingHolders(today, served, ROUND));
  return applyToAll(store, ids, now, (writer, id) => refreshDerived(writer, id, now, policy));
}

/** Sets bits of status lists for devices that did not fetch MSOs of the next version. */
async function revokeSuperseded(store: SweepStore, now: number): Promise<number> {
  const due = await store.read((reader) => reader.dueSupersededVersions(now, ROUND));
  for (const { credentialId, versionId } of due)
    await store.write((writer) => writer.revokeSupersededVersions(credentialId, now, versionId));
  return due.length;
}

/** Bits that are deleted in one transaction. */
const BITS = 5000;

async function retireStatusLists(store: SweepStore, now: number): Promise<number> {
  const ended = await store.read((reader) => reader.endedStatusLists(now - DAY));
  for (const listNo of ended) while (!(await store.write((writer) => writer.retireStatusList(listNo, BITS))));
  return ended.length;
}

/**
 * Stores the states of passed deadlines. If the time is believed, it also deletes MSO bytes that can no longer be replayed
 * and status lists that ended, and revokes MSOs of earlier versions.
 */
export async function sweep(
  deps: SweepDeps,
  { now, isBelieved }: Moment = { now: deps.clock(), isBelieved: true },
): Promise<SweepCounts> {
  const { store, issuer } = deps;
  const round = new RunAll();
  const count = async (part: () => Promise<number>) => (await round.part(part)) ?? 0;
  const countFinal = async (part: () => Promise<number>) => (isBelieved ? count(part) : 0);
  const applyToDue = (due: (reader: SweepReader) => Promise<readonly string[]>, apply: ApplyDeadline) =>
    count(async () => applyToAll(store, await store.read(due), now, apply));
  const sweepIssuer = async (own: Pick<IssuerDeps, 'policy'>): Promise<Omit<SweepCounts, 'approvals'>> => ({
    proofings: await applyToDue((reader) => reader.dueProofings(now, ROUND), applyToProofing),
    credentials: await applyToDue((reader) => reader.dueCredentials(now, ROUND), applyToCredential),
    holders: await count(() => refreshHolders(store, own, now)),
    indexed: await count(() => indexHolders(store, deps.holderDigest)),
    msos: await countFinal(() => purgeAll(store, (writer) => writer.purgeExpiredMsos(now, ROUND))),
    superseded: await countFinal(() => revokeSuperseded(store, now)),
    retiredStatusLists: await countFinal(() => retireStatusLists(store, now)),
  });
  if (issuer && isBelieved) await round.part(() => store.write((writer) => writer.purgeCodeAttempts(now)));
  const swept: SweepCounts = {
    ...NOTHING,
    approvals: await applyToDue((reader) => reader.dueApprovals(now, ROUND), applyToApproval),
    ...(issuer && (await sweepIssuer(issuer))),
  };
  round.end();
  return swept;
}
