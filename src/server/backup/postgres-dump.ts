import { execFile } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { BackupError } from './backup-files.ts';

// PostgreSQL has its own programs to dump and restore a database. They are called, because a dump is only worth something
// if it can be restored without Diptych.

const run = promisify(execFile);

/** Bytes of the list of a dump; there are some hundred lines. */
const LONGEST_LIST = 16 * 1024 * 1024;

const MISSING = 'is not installed here; install the client programs of PostgreSQL';

/** `user:password@hosts` without the password. */
function userWithoutPassword(authority: string): { readonly plain: string; readonly password?: string } {
  const at = authority.indexOf('@');
  const colon = authority.indexOf(':');
  if (colon === -1 || colon > at) return { plain: authority };
  return { plain: authority.slice(0, colon) + authority.slice(at), password: authority.slice(colon + 1, at) };
}

const SCHEME = /^postgres(?:ql)?:\/\//;

/** The password, which goes by a variable because all users of the machine see the arguments. Of several the last one counts. */
export function withoutPassword(url: string): { readonly url: string; readonly password?: string } {
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const [scheme = ''] = SCHEME.exec(address) ?? [];
  const [authority = '', ...path] = address.slice(scheme.length).split('/');
  const user = scheme === '' ? { plain: authority } : userWithoutPassword(authority);
  const parameters = query.split('&');
  const isPassword = (one: string) => one.startsWith('password=');
  const kept = parameters.filter((one) => one !== '' && !isPassword(one)).join('&');
  const password = parameters.findLast(isPassword)?.slice('password='.length) ?? user.password;
  return {
    url: `${scheme}${[user.plain, ...path].join('/')}${kept && `?${kept}`}`,
    ...(password !== undefined && { password: decodeURIComponent(password) }),
  };
}

interface Failure extends Error {
  readonly code?: unknown;
  readonly stderr?: string;
}

const isMissing = (error: unknown) => (error as Failure).code === 'ENOENT';

function failed(program: string, error: unknown): BackupError {
  const [line = ''] = ((error as Failure).stderr ?? '').trim().split('\n');
  return new BackupError(
    isMissing(error) ? `${program} ${MISSING}` : `${program} failed: ${line}; nothing was created`,
    { cause: error },
  );
}

/** Dumps a database as it is at one moment; servers continue meanwhile. @throws BackupError */
export async function dumpTo(path: string, address: string): Promise<void> {
  const { url, password } = withoutPassword(address);
  const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) };
  const args = ['--format=custom', '--no-password', `--file=${path}`, `--dbname=${url}`];
  try {
    await run('pg_dump', args, { env });
  } catch (error) {
    throw failed('pg_dump', error);
  }
}

const MAGIC = 'PGDMP';

function requireMagic(path: string): void {
  const bytes = Buffer.alloc(MAGIC.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes);
  } finally {
    closeSync(file);
  }
  if (bytes.toString('latin1') !== MAGIC)
    throw new BackupError(`${path} is no dump of PostgreSQL; make it with pg_dump --format=custom`);
}

/** Every database of Diptych has this one, or partitions of it. */
const LOG = /^state_change(_\w+)?$/;
const DATA = /^\d+; \d+ \d+ TABLE DATA \S+ (\S+)/gm;

/**
 * Has `pg_restore` read the list of a dump. Returns the number of tables; undefined where that program is missing, so that
 * only the first bytes were looked at. @throws BackupError
 */
export async function checkDump(path: string): Promise<number | undefined> {
  requireMagic(path);
  let list: string;
  try {
    list = (await run('pg_restore', ['--list', path], { maxBuffer: LONGEST_LIST })).stdout;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw failed('pg_restore --list', error);
  }
  const tables = [...list.matchAll(DATA)].map(([, table]) => table);
  if (tables.some((table) => LOG.test(table ?? ''))) return tables.length;
  throw new BackupError(`${path} is no dump of a database of Diptych: it has no data of state_change`);
}
