import { hkdfSync, randomBytes } from 'node:crypto';
import { open, type Place, seal } from './envelope.ts';
import type { HolderEpochs } from './epochs.ts';

const KEY_BYTES = 32;

/** The key of a holder as it is stored: encrypted by the key of an epoch. */
export interface WrappedHolderKey {
  readonly epoch: number;
  readonly wrapped: Uint8Array;
}

/** What is encrypted. Each purpose has its own key, derived from that of the holder. */
type Purpose = 'record' | 'earlierRecord' | 'mso' | 'note' | 'message' | 'decision' | 'approval';

/** The columns of the purposes. */
const COLUMNS = {
  record: { table: 'holder', column: 'record' },
  earlierRecord: { table: 'earlier_record', column: 'record' },
  mso: { table: 'issued_mso', column: 'static_auth_data' },
  note: { table: 'state_change', column: 'note_sealed' },
  message: { table: 'state_change', column: 'message_sealed' },
  decision: { table: 'proofing', column: 'texts_sealed' },
  approval: { table: 'approval', column: 'note_sealed' },
} as const;

/** Encrypts and decrypts the data of one holder. `row` is the id of the row that has it. */
export interface HolderKey {
  seal(purpose: Purpose, row: string, plain: Uint8Array): Uint8Array;
  /** @throws Error if the ciphertext was changed, or belongs to another row */
  open(purpose: Purpose, row: string, sealed: Uint8Array): Uint8Array;
}

function holderKey(holderId: string, secret: Uint8Array): HolderKey {
  const keys = new Map<Purpose, Uint8Array>();
  const keyOf = (purpose: Purpose) => {
    const known = keys.get(purpose);
    if (known) return known;
    const info = `diptych holder ${purpose}`;
    const key = new Uint8Array(hkdfSync('sha256', secret, '', info, KEY_BYTES));
    keys.set(purpose, key);
    return key;
  };
  const placeOf = (purpose: Purpose, row: string) => ({ ...COLUMNS[purpose], row, holderId });
  return {
    seal: (purpose, row, plain) => seal(keyOf(purpose), placeOf(purpose, row), plain),
    open: (purpose, row, sealed) => open(keyOf(purpose), placeOf(purpose, row), sealed),
  };
}

const placeOfKey = (holderId: string, epoch: number): Place => ({
  table: 'holder_key',
  column: 'wrapped',
  row: String(epoch),
  holderId,
});

function wrap(epochs: HolderEpochs, epoch: number, holderId: string, secret: Uint8Array): WrappedHolderKey {
  return { epoch, wrapped: seal(epochs.keyOf(epoch), placeOfKey(holderId, epoch), secret) };
}

const unwrap = (epochs: HolderEpochs, holderId: string, { epoch, wrapped }: WrappedHolderKey) =>
  open(epochs.keyOf(epoch), placeOfKey(holderId, epoch), wrapped);

interface NewHolderKey {
  readonly key: HolderKey;
  readonly wrapped: WrappedHolderKey;
}

/** Makes the key of a holder; undefined while this database stores records unencrypted. */
export function newHolderKey(epochs: HolderEpochs, holderId: string): NewHolderKey | undefined {
  const epoch = epochs.current();
  if (epoch === undefined) return undefined;
  const secret = randomBytes(KEY_BYTES);
  return { key: holderKey(holderId, secret), wrapped: wrap(epochs, epoch, holderId, secret) };
}

/** @throws CustodyError if the key of its epoch is missing */
export const openHolderKey = (epochs: HolderEpochs, holderId: string, wrapped: WrappedHolderKey): HolderKey =>
  holderKey(holderId, unwrap(epochs, holderId, wrapped));

/** The same key, encrypted by the key of another epoch. */
export const rewrapHolderKey = (
  epochs: HolderEpochs,
  holderId: string,
  wrapped: WrappedHolderKey,
  epoch: number,
): WrappedHolderKey => wrap(epochs, epoch, holderId, unwrap(epochs, holderId, wrapped));
