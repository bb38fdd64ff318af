import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { closed } from '../../conventions/json-schema.ts';
import { jsonOrUndefined } from '../../conventions/strict-json.ts';
import { BackupError, writePrivate } from './backup-files.ts';

export const DATABASE = 'diptych.sqlite';
export const KEYS = 'keys.enc';
/** A database of PostgreSQL, in the custom format of pg_dump. */
export const DUMP = 'diptych.dump';
const MANIFEST = 'manifest.json';
/** The format that sha256sum writes and checks. */
const SUM = 'manifest.sha256';

const File = Type.Object(
  { bytes: Type.Integer({ minimum: 0 }), sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
  closed,
);

/** The contents of a backup. */
const Manifest = Type.Object(
  {
    format: Type.Literal(1),
    /** The version of Diptych. */
    version: Type.String(),
    /** Time of the backup (RFC 3339). */
    createdAt: Type.String(),
    /** The migrations that had run on the database. */
    migrations: Type.Array(Type.String()),
    /** Number of rows by table. */
    tables: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    /** Ids of keys in use whose private keys are not files in the key folder. */
    keysElsewhere: Type.Array(Type.String()),
    files: Type.Object(
      { [DATABASE]: Type.Optional(File), [DUMP]: Type.Optional(File), [KEYS]: Type.Optional(File) },
      closed,
    ),
  },
  closed,
);
export type Manifest = Static<typeof Manifest>;
const manifest = Compile(Manifest);

const sumOf = (text: string) => `${createHash('sha256').update(text).digest('hex')}  ${MANIFEST}\n`;

export function writeManifest(folder: string, content: Manifest): void {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  writePrivate(join(folder, MANIFEST), text);
  writePrivate(join(folder, SUM), sumOf(text));
}

function parsed(text: string): Manifest {
  const content = jsonOrUndefined(text);
  if (manifest.Check(content)) return content;
  throw new BackupError(
    `${MANIFEST} has a format that this version does not know; restore with a newer version`,
  );
}

/** If a write-ahead log or journal is next to a database, opening the database changes its contents. */
function refuseOthers(folder: string, { files }: Manifest): void {
  const expected = [MANIFEST, SUM, ...Object.keys(files)];
  const entries = readdirSync(folder, { withFileTypes: true });
  const link = entries.find((entry) => !entry.isFile());
  if (link)
    throw new BackupError(`${join(folder, link.name)} is no file; a backup has no links and no folders`);
  const names = entries.map(({ name }) => name);
  const other = names.find((name) => !expected.includes(name));
  if (other !== undefined) throw new BackupError(`${folder} holds ${other}, which is not part of the backup`);
  const missing = expected.find((name) => !names.includes(name));
  if (missing !== undefined) throw new BackupError(`${folder} holds no ${missing}; the backup is not whole`);
}

/** Reads the manifest and checks that all its files exist and no others. @throws BackupError */
export function readManifest(folder: string): Manifest {
  const [path, sum] = [join(folder, MANIFEST), join(folder, SUM)];
  if (!existsSync(path) || !existsSync(sum))
    throw new BackupError(`${folder} is no backup: it holds no ${MANIFEST} with its ${SUM}`);
  const text = readFileSync(path);
  // Compares bytes, because decoding as text would hide invalid bytes.
  const digest = createHash('sha256').update(text).digest('hex');
  if (!readFileSync(sum).equals(Buffer.from(`${digest}  ${MANIFEST}\n`)))
    throw new BackupError(`${MANIFEST} was changed: its SHA-256 is not that of ${SUM}`);
  const content = parsed(text.toString());
  refuseOthers(folder, content);
  return content;
}
