import { hash } from 'node:crypto';
import { parseCertificate, signed } from '../../formats/x509/index.ts';
import type { KeyCustody } from '../../keys/custody.ts';
import { fileCustody } from '../../keys/file-custody.ts';
import { isLive, isSignerRole, type KeyRecord } from '../../keys/key-register.ts';
import { certifiedPoint, rootIdOf } from '../../keys/signer-certificate.ts';
import type { Database } from '../../storage/database.ts';
import { keyReader } from '../../storage/key-register.ts';
import type { Settings } from '../config/settings.ts';
import { openDatabase } from '../database/database.ts';
import type { DataFolder } from '../files/data-folder.ts';

export interface StandIns {
  /** Number of keys in files that stand for keys of a token. */
  readonly count: number;
  /** SHA-256 in hex of each certificate that was changed in the copy, with that of the real one. */
  readonly realOf: ReadonlyMap<string, string>;
}

const NONE: StandIns = { count: 0, realOf: new Map() };

/** Public points of the stand-ins by key id. */
type Points = ReadonlyMap<string, Uint8Array>;

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes);

function withPoint(certificate: Uint8Array, point: Uint8Array | undefined): Uint8Array {
  const parsed = parseCertificate(certificate);
  const real = certifiedPoint(parsed);
  const content = Buffer.from(parsed.tbs);
  if (real && point) content.set(point, content.indexOf(real));
  return content;
}

/**
 * The same certificate, for the stand-in and signed by that of the root: the server checks which root certified a signer, and
 * that a new certificate verifies. Undefined if no stand-in signs it.
 */
async function recertified(
  { keyId, role, certificate }: KeyRecord,
  {
    records,
    points,
    files,
  }: { readonly records: readonly KeyRecord[]; readonly points: Points; readonly files: KeyCustody },
): Promise<Uint8Array | undefined> {
  const root = role === 'iaca' ? keyId : isSignerRole(role) ? rootIdOf(records, { certificate }) : '';
  if (!points.has(root)) return undefined;
  return signed(withPoint(certificate, points.get(keyId)), (bytes) => files.sign(root, bytes));
}

async function standIn(
  database: Database,
  inToken: ReadonlySet<string>,
  files: KeyCustody,
): Promise<StandIns> {
  const records = await keyReader(database.reader).list();
  const points = new Map<string, Uint8Array>();
  for (const { keyId, stage } of records)
    if (isLive({ stage }) && inToken.has(keyId)) points.set(keyId, await files.create(keyId, 'sign'));
  const realOf = new Map<string, string>();
  for (const record of records) {
    const certificate = await recertified(record, { records, points, files });
    if (!certificate) continue;
    realOf.set(sha256(certificate), sha256(record.certificate));
    await database.write((transaction) =>
      transaction.updateTable('issuer_key').set({ certificate }).where('key_id', '=', record.keyId).execute(),
    );
  }
  return { count: points.size, realOf };
}

/**
 * Makes a key in a file for each key of the issuer that the token has. It has the id of the real one, but is another key: no
 * signature of the drill verifies with a real certificate, so it can issue nothing that readers accept. Keys that the token has
 * not get none, so the drill is refused where the server would refuse.
 */
export async function makeStandIns(
  settings: Settings,
  copy: DataFolder,
  custody: KeyCustody,
): Promise<StandIns> {
  const held = (await custody.list()).filter((key) => key.custody === 'pkcs11');
  if (held.length === 0) return NONE;
  const files = fileCustody(copy.keys);
  const database = openDatabase(settings, copy);
  try {
    await database.migrate();
    return await standIn(database, new Set(held.map(({ keyId }) => keyId)), files);
  } finally {
    await database.close();
    files.close();
  }
}
