import { hash } from 'node:crypto';

const BYTES = 6;

/** A number that stands for a document signer in the rows of MSOs: six bytes of SHA-256 of its id, in place of its long id. */
export const signerNumber = (keyId: string): number =>
  Buffer.from(hash('sha256', keyId, 'hex').slice(0, 2 * BYTES), 'hex').readUIntBE(0, BYTES);
