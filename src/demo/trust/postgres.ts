import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Narrator } from '../narrator.ts';
import { ended, startProcess } from './processes.ts';

const run = promisify(execFile);

/** The oldest version that Diptych supports. */
const OLDEST = 15;

const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'psql'] as const;
type Programs = Readonly<Record<(typeof PROGRAMS)[number], string>>;

/** PostgreSQL refuses to run as root. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface Installation {
  readonly programs: Programs;
  readonly version: string;
  /** Undefined if the demo does not run as root. */
  readonly owner: Owner | undefined;
}

/** Where packages of Debian, Red Hat and Homebrew put versions of PostgreSQL beside each other. */
const HOMES = ['/usr/lib/postgresql', '/usr', '/opt/homebrew/opt', '/usr/local/opt', '/usr/local'];

function folders(): readonly string[] {
  const ofHome = (home: string) =>
    (existsSync(home) ? readdirSync(home) : [])
      .filter((name) => /^(pgsql-|postgresql@)?\d+$|^pgsql$/.test(name))
      .map((name) => join(home, name, 'bin'));
  return [...(process.env.PATH ?? '').split(delimiter), ...HOMES.flatMap(ofHome)];
}

function versionIn(folder: string): string | undefined {
  if (!PROGRAMS.every((name) => existsSync(join(folder, name)))) return undefined;
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /(\d+(\.\d+)*)/.exec(stdout ?? '')?.[1];
}

function ownerOf(): Owner | undefined | 'missing' {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string) => spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' });
  const [user, group] = [idOf('-u'), idOf('-g')];
  if (user.status !== 0 || group.status !== 0) return 'missing';
  return { uid: Number(user.stdout), gid: Number(group.stdout) };
}

/** The newest PostgreSQL on this machine, or what to do to have one. */
export function findPostgres(): Installation | string {
  const found = folders()
    .map((folder) => ({ folder, version: versionIn(folder) ?? '0' }))
    .sort((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version));
  const [best] = found;
  if (best === undefined || Number.parseFloat(best.version) < OLDEST)
    return `install PostgreSQL ${OLDEST} or newer: apt-get install postgresql, dnf install postgresql-server, or brew install postgresql`;
  const owner = ownerOf();
  if (owner === 'missing') return 'run the demo as another user than root: PostgreSQL refuses to run as root';
  const path = (name: string) => join(best.folder, name);
  return {
    programs: {
      initdb: path('initdb'),
      postgres: path('postgres'),
      pg_basebackup: path('pg_basebackup'),
      psql: path('psql'),
    },
    version: best.version,
    owner,
  };
}

export interface Machine {
  readonly name: string;
  readonly port: number;
  /** Runs a statement and returns its first value. `tell` shows it as an operator types it. */
  ask(statement: string, tell?: Narrator): Promise<string>;
  /** Sends SIGKILL to all its processes. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export const conninfoOf = (primary: Pick<Machine, 'port'>, name: string) =>
  `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;

interface Place {
  readonly installation: Installation;
  /** The folder of all machines. */
  readonly folder: string;
  readonly name: string;
  readonly port: number;
}

function childrenOf(pid: number | undefined): readonly number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

async function started({ installation, folder, name, port }: Place): Promise<Machine> {
  const { programs, owner } = installation;
  const options = ['-D', join(folder, name), '-p', String(port), '-c', `cluster_name=${name}`];
  const { child } = await startProcess(programs.postgres, options, {
    ...owner,
    cwd: folder,
    isReady: (line) => /ready to accept (read-only )?connections/.test(line),
  });
  return {
    name,
    port,
    async ask(statement, tell) {
      tell?.show(`$ psql -p ${port} -c ${JSON.stringify(statement)}`);
      const to = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', 'postgres'];
      const { stdout } = await run(programs.psql, ['-XAtq', ...to, '-c', statement]);
      return stdout.trim();
    },
    async kill() {
      const children = childrenOf(child.pid);
      await ended(child, 'SIGKILL');
      for (const pid of children) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended with its parent.
        }
      }
    },
    stop: () => ended(child, 'SIGINT'),
  };
}

/** Commits wait for a standby. A standby gets this with the copy. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
synchronous_standby_names = 'ANY 1 (a, b, c)'
`;

export async function startPrimary(place: Place): Promise<Machine> {
  const { installation, folder, name } = place;
  const { programs, owner } = installation;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, name);
  const cluster = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale'];
  await run(programs.initdb, [`--pgdata=${data}`, ...cluster], { ...owner, cwd: folder });
  appendFileSync(join(data, 'postgresql.conf'), SETTINGS);
  return started(place);
}

export async function startStandby(place: Place, primary: Machine): Promise<Machine> {
  const { installation, folder, name } = place;
  const { programs, owner } = installation;
  const from = ['-d', conninfoOf(primary, name), '-D', join(folder, name)];
  await run(programs.pg_basebackup, [...from, '--write-recovery-conf', '--checkpoint=fast'], {
    ...owner,
    cwd: folder,
  });
  return started(place);
}
