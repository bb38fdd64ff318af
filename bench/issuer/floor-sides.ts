import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { parseCertificate } from '../../src/formats/x509/index.ts';
import type { Side } from '../harness/measure.ts';
import { AUTH_KEYS } from './phone.ts';

/** A device's row with its line of the trail, about. */
const ROW_BYTES = 512;

const keyOf = (spki: Uint8Array) => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });

/** The signatures of an attestation chain as bare as Node checks them; its root is trusted. */
function chainChecks(chain: readonly Uint8Array[]) {
  const certificates = chain.map(parseCertificate);
  const links = certificates.slice(1).map(({ spki }, index) => {
    const { tbs, signature } = certificates[index]!;
    return { tbs, signature, spki, key: keyOf(spki) };
  });
  const checks = {
    checkChain: () => links.every(({ tbs, signature, key }) => verify('sha256', tbs, key, signature)),
    checkNewChain: () =>
      links.every(({ tbs, signature, spki }) => verify('sha256', tbs, keyOf(spki), signature)),
  };
  if (!checks.checkChain() || !checks.checkNewChain()) throw new Error('the chain is not valid');
  return checks;
}

/** Durable writes: appended to a bare file, and rows in a transaction. */
function durableWrites(folder: string, msoBytes: number) {
  const [row, mso] = [randomBytes(ROW_BYTES), randomBytes(msoBytes)];
  const descriptor = openSync(join(folder, 'bare'), 'w', 0o600);
  const database = new Sqlite(join(folder, 'bare.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table row (bytes blob not null)');
  const insert = database.prepare('insert into row values (?)');
  const insertAll = database.transaction(() => {
    for (let left = AUTH_KEYS; left > 0; left--) insert.run(mso);
  });
  return {
    sides: {
      append() {
        writeSync(descriptor, row);
        fdatasyncSync(descriptor);
      },
      insertRow: () => insert.run(row),
      insertMsos: { makes: AUTH_KEYS, run: insertAll },
    },
    close() {
      closeSync(descriptor);
      database.close();
    },
  };
}

/** What no registration can do without, nor the MSOs of one request, of so many bytes each. */
export function floorSides(folder: string, chain: readonly Uint8Array[], msoBytes: number) {
  const writes = durableWrites(folder, msoBytes);
  const sides = { ...chainChecks(chain), ...writes.sides } satisfies Record<string, Side>;
  return { sides, close: writes.close };
}
