import { nextTurn } from '../../conventions/event-loop-turns.ts';
import { omit } from '../../conventions/omit.ts';
import { RunAll } from '../../conventions/run-all.ts';
import { HOUR } from '../../conventions/time.ts';
import type { Compromise, CredentialMsos, Measurement, MsoCounts } from '../ports/compromises.ts';
import type { IssuerStore, IssuerWriter } from '../ports/store.ts';
import { signerNumber } from './signer-number.ts';

/** Credentials in one transaction. Each may have hundreds of MSOs, most of them expired. */
const PAGE = 20;

/** Pages that one round counts at most; the next round continues. */
const PAGES = 500;

/** Time between the end of a count and the start of the next one, in milliseconds. */
const COUNTED_EVERY = HOUR;

const NONE: MsoCounts = { msos: 0, left: 0, credentials: 0, lastEnd: 0 };

/**
 * Whether the device got at least as many new MSOs as it had, so that it no longer presents the old ones. MSOs of earlier
 * signers are not new.
 */
const isRenewed = ({ signed, renewed }: CredentialMsos): boolean => signed > 0 && renewed >= signed;

function plus(sums: MsoCounts, row: CredentialMsos): MsoCounts {
  const msos = sums.msos + row.msos;
  if (row.signed === 0 || isRenewed(row)) return { ...sums, msos };
  return {
    msos,
    left: sums.left + row.signed,
    credentials: sums.credentials + 1,
    lastEnd: Math.max(sums.lastEnd, row.lastEnd),
  };
}

function ended({ progress, dueAt: _, ...rest }: Compromise, last: Measurement): Compromise {
  const measured = { ...rest, progress: { first: progress.first ?? last, last } };
  return last.left === 0 ? measured : { ...measured, dueAt: last.at + COUNTED_EVERY };
}

/** Counts the next credentials, and revokes the old MSOs of devices that have new ones. Returns whether more follow. */
async function countPage(writer: IssuerWriter, keyId: string, now: number): Promise<boolean> {
  const compromise = await writer.compromise(keyId);
  if (compromise?.dueAt === undefined || compromise.dueAt > now) return false;
  const { counting } = compromise.progress;
  const signer = signerNumber(keyId);
  const later = (await writer.laterSigners(keyId)).map(signerNumber);
  const { rows, last } = await writer.msosSignedBy(signer, later, {
    after: counting?.after ?? '',
    now,
    limit: PAGE,
  });
  for (const row of rows)
    if (isRenewed(row)) await writer.revokeEntriesSignedBy(signer, row.credentialId, now);
  const sums = omit({ after: '', ...NONE, ...counting }, 'after');
  const counts = rows.reduce(plus, sums);
  const next =
    last === undefined
      ? ended(compromise, { ...counts, at: now })
      : { ...compromise, progress: { ...compromise.progress, counting: { ...counts, after: last } } };
  return (await writer.updateCompromise(next)) && last !== undefined;
}

/**
 * Counts the live MSOs of compromised document signers, in short transactions, and sets the bits of those that devices have
 * replaced. Any process may call it at any time.
 */
export async function countCompromised(store: IssuerStore, now: number): Promise<number> {
  let pages = 0;
  const due = await store.read((reader) => reader.dueCompromises(now));
  const round = new RunAll();
  for (const { keyId } of due)
    await round.part(async () => {
      while (pages < PAGES && (await store.write((writer) => countPage(writer, keyId, now)))) {
        pages += 1;
        await nextTurn();
      }
    });
  round.end();
  return pages;
}
