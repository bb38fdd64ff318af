import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, deflate } from 'node:zlib';
import SqliteConnection from 'better-sqlite3';
import { verifyStatusListToken } from '../../src/formats/status/index.ts';
import { makeStatusSignerCertificate, parseCertificate } from '../../src/formats/x509/index.ts';
import type { IssuerDatabase } from '../../src/issuer/ports/database.ts';
import { type StatusPublisher, statusPublisher } from '../../src/issuer/status/publish-lists.ts';
import { REAL_EFFECTS } from '../../src/server/effects.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';
import { issuerStore } from '../../src/storage/issuer/issuer-store.ts';
import { openSqlite } from '../../src/storage/sqlite/sqlite-database.ts';
import { TEST_EPOCHS } from '../../test/support/epochs.ts';
import { newTestIssuer, newTestKey } from '../../test/support/formats/test-issuer.ts';
import { NOW } from '../mso/fixture.ts';

export const ENTRIES = 2 ** 20;
const BYTES = ENTRIES / 8;
const HOUR = 3_600_000;
const URI = 'https://issuer.example/status';

export interface Lists {
  readonly store: IssuerDatabase;
  readonly publisher: StatusPublisher;
  /** What no publication can save: deflate of the bytes of one list at the best level, and one signature. */
  readonly limit: () => Promise<void>;
  /** Bytes of all tokens. Throws if one of them is not what a reader expects. */
  requireWhole(): Promise<number>;
  close(): Promise<void>;
}

/** Random entries, as revocations set them. */
function randomBits(share: number): readonly number[] {
  const chosen = new Set<number>();
  while (chosen.size < ENTRIES * share) chosen.add(randomInt(ENTRIES));
  return [...chosen];
}

function fill(path: string, count: number, share: number): void {
  const raw = new SqliteConnection(path);
  const list = raw.prepare('insert into status_list values (?, ?, ?, ?, ?, ?, ?, null, null)');
  const publication = raw.prepare('insert into status_publication values (?, 0, 0, 0, null, null)');
  const bit = raw.prepare('insert into status_revoked values (?, ?)');
  raw.transaction(() => {
    for (let no = 1; no <= count; no++) {
      list.run(no, String(no).padStart(22, '0'), URI, NOW + 30 * 24 * HOUR, ENTRIES, ENTRIES, NOW);
      publication.run(no);
      for (const idx of randomBits(share)) bit.run(no, idx);
    }
  })();
  raw.close();
}

async function signerOf() {
  const issuer = await newTestIssuer();
  const key = newTestKey();
  const spec = {
    createdAt: NOW,
    crlUri: 'https://issuer.example/crl',
    subjectPoint: key.point,
    serialNumber: Buffer.alloc(16, 0x37),
    iaca: parseCertificate(issuer.root),
    commonName: 'Status',
  };
  const certificate = await makeStatusSignerCertificate(spec, issuer.rootKey.sign);
  const { notBefore, notAfter } = parseCertificate(certificate);
  return {
    root: issuer.root,
    signer: { keyId: '01', root: '', certificates: [certificate], notBefore, notAfter, sign: key.sign },
  };
}

const deflated = promisify(deflate);

/** A database with full lists, of whose entries this share is revoked, and what publishes them. */
export async function listsIn(folder: string, count: number, share: number): Promise<Lists> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = dataFolder(folder).database;
  const database = openSqlite(path);
  await database.migrate();
  fill(path, count, share);
  const store = issuerStore(database, () => NOW, REAL_EFFECTS.random, TEST_EPOCHS);
  const { root, signer } = await signerOf();
  const keys = { statusSigner: async () => signer };
  const publisher = statusPublisher({ store, keys, clock: () => NOW, grid: HOUR, published: () => {} });
  const bytes = new Uint8Array(BYTES);
  for (const idx of randomBits(share)) bytes[idx >> 3]! |= 1 << (idx & 7);
  const tbs = new Uint8Array(BYTES / 8);
  return {
    store,
    publisher,
    async limit() {
      await deflated(bytes, { level: constants.Z_BEST_COMPRESSION });
      await signer.sign(tbs);
    },
    async requireWhole() {
      let size = 0;
      for (const { listNo, baseUri, name } of await store.read((reader) => reader.publishedLists(NOW))) {
        const token = (await store.read((reader) => reader.statusToken(listNo))) as Uint8Array;
        const options = { uri: `${baseUri}/${name}`, now: NOW, trustedRoots: [root] };
        const { list } = verifyStatusListToken(token, options);
        const set = list.bytes.reduce((sum, byte) => sum + (byte.toString(2).match(/1/g)?.length ?? 0), 0);
        if (list.bytes.length !== BYTES || set !== Math.ceil(ENTRIES * share))
          throw new Error(`the list ${name} has ${set} entries set`);
        size += token.length;
      }
      return size;
    },
    close: () => database.close(),
  };
}
