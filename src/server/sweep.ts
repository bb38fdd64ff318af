import { settleCredential } from '../issuer/credential/settle.ts';
import { ConflictError } from '../issuer/errors.ts';
import type { Clock } from '../issuer/ports/effects.ts';
import type { IssuerStore, IssuerWriter } from '../issuer/ports/store.ts';
import { settleProofing } from '../issuer/proofing/settle.ts';

/** Rows for each kind in one round; the rest waits for the next. */
const ROUND = 500;

export interface Swept {
  readonly proofings: number;
  readonly credentials: number;
  readonly msos: number;
}

type Settle = (writer: IssuerWriter, id: string, now: number) => Promise<boolean>;

const settleOneProofing: Settle = async (writer, id, now) => {
  const proofing = await writer.proofing(id);
  return proofing !== undefined && (await settleProofing(writer, proofing, now)) !== proofing;
};

const settleOneCredential: Settle = async (writer, id, now) => {
  const credential = await writer.credential(id);
  return credential !== undefined && (await settleCredential(writer, credential, now)) !== credential;
};

/** Each row is settled in a write of its own, and by whichever process comes first: the others find it settled. */
async function settleAll(
  store: IssuerStore,
  ids: readonly string[],
  now: number,
  settle: Settle,
): Promise<number> {
  let settled = 0;
  for (const id of ids) {
    try {
      if (await store.write((writer) => settle(writer, id, now))) settled += 1;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  return settled;
}

/** In short writes until nothing is left, so that purging keeps up with issuing. */
async function purgeAll(store: IssuerStore, now: number): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await store.write((writer) => writer.purgeExpiredMsos(now, ROUND));
    purged += count;
    if (count < ROUND) return purged;
  }
}

/** Writes down the deadlines that have passed and drops what can no longer be replayed. */
export async function sweep(store: IssuerStore, clock: Clock): Promise<Swept> {
  const now = clock();
  const proofings = await store.read((reader) => reader.dueProofings(now, ROUND));
  const credentials = await store.read((reader) => reader.dueCredentials(now, ROUND));
  return {
    proofings: await settleAll(store, proofings, now, settleOneProofing),
    credentials: await settleAll(store, credentials, now, settleOneCredential),
    msos: await purgeAll(store, now),
  };
}
