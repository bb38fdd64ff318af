import { createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { parseCertificate } from '../../src/formats/x509/index.ts';
import { createLogger, logDestination } from '../../src/server/observe/logger.ts';
import { inTurn } from '../harness/in-turn.ts';
import type { Side } from '../harness/measure.ts';
import { AUTH_KEYS } from './phone.ts';

/** Approximate size of a device's row together with its audit log entry. */
const ROW_BYTES = 512;

const keyOf = (spki: Uint8Array) => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });

/** Verifies the signatures of an attestation chain with Node only; the root is trusted. */
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

/** Durable writes: appended to a file, and inserted as rows in a transaction. */
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

/** Number of rows in the table in which one row is looked up. */
const KEPT_ROWS = 1000;
/** Number of request log entries that one transaction writes. */
export const NOTED_TOGETHER = 512;
/** Approximate size of an audit log entry. */
const NOTE_BYTES = 320;

/** The work of a read besides its answer: rows by id, a request log entry, a log line. */
export function readParts(folder: string) {
  const database = new Sqlite(join(folder, 'notes.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(
    'create table kept (id text primary key, a text, b text, c blob, d integer, e integer) strict',
  );
  database.exec('create table note (id text primary key, request_id text, content text not null) strict');
  database.exec('create index note_request on note (request_id)');
  const ids = Array.from({ length: KEPT_ROWS }, () => randomUUID());
  const keep = database.prepare('insert into kept values (?, ?, ?, ?, ?, ?)');
  for (const id of ids) keep.run(id, id, 'active', randomBytes(65), 1, 2);
  const nextId = inTurn(ids);
  const byId = database.prepare('select * from kept where id = ?');
  const note = database.prepare('insert into note values (?, ?, ?)');
  const content = 'n'.repeat(NOTE_BYTES);
  let noted = 0;
  const noteMany = database.transaction(() => {
    for (let left = NOTED_TOGETHER; left > 0; left--)
      note.run(String(noted++).padStart(36), randomUUID(), content);
  });
  const logger = createLogger('info', logDestination(devNull));
  const line = { operation: 'getCredentialStatus', requestId: ids[0], status: 200, outcome: 'ok' };
  return {
    sides: {
      readRow: () => byId.all(nextId()),
      noteRequest: { makes: NOTED_TOGETHER, run: noteMany },
      logLine: () => logger.info(line, 'issuer request'),
    },
    close: () => database.close(),
  };
}

/** The minimum work of a registration, of a request for MSOs of the given size, and of a read. */
export function floorSides(folder: string, chain: readonly Uint8Array[], msoBytes: number) {
  const [writes, reads] = [durableWrites(folder, msoBytes), readParts(folder)];
  const sides = { ...chainChecks(chain), ...writes.sides, ...reads.sides } satisfies Record<string, Side>;
  return {
    sides,
    close() {
      writes.close();
      reads.close();
    },
  };
}
