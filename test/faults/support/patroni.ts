import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Client } from 'pg';
import { expect, vi } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { ownerOf } from '../../support/postgres/binaries.ts';
import { systemPrograms } from '../../support/postgres/system-programs.ts';
import { exitOf } from '../../support/server-process.ts';
import { tlsAuthority } from '../../support/tls-authority.ts';

/** The configuration that people copy. The tests only put in addresses and paths of this machine. */
const EXAMPLES = new URL('../../../deploy/patroni/', import.meta.url);
const NAMES = ['a', 'b', 'c'] as const;
const HOST = '127.0.0.1';
/** How long Patroni may take for anything on a busy machine, in milliseconds. */
const PATIENCE = { timeout: 180_000, interval: 100 };

type Name = (typeof NAMES)[number];

interface Member {
  readonly name: Name;
  readonly role: string;
  readonly state: string;
}

const owner = ownerOf();

/** A file that only the user of PostgreSQL may read. */
function write(path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o600 });
  if (owner) chownSync(path, owner.uid, owner.gid);
  return path;
}

const example = (name: string) => readFileSync(new URL(name, EXAMPLES), 'utf8');

/** `10.0.0.11:5432` of the examples is this port of machine a. */
interface Ports {
  readonly postgres: number;
  readonly patroni: number;
}

/** These processes and all that they started. */
function withDescendants(roots: readonly number[]): readonly number[] {
  const all = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set(roots);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const [pid = 0, parent = 0] of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A machine with PostgreSQL and Patroni. */
export class PatroniNode {
  readonly name: Name;
  readonly ports: Ports;
  readonly #data: string;
  readonly #start: () => ChildProcess;
  #patroni: ChildProcess;

  constructor(name: Name, ports: Ports, data: string, start: () => ChildProcess) {
    [this.name, this.ports, this.#data, this.#start] = [name, ports, data, start];
    this.#patroni = start();
  }

  get #patroniPid() {
    return this.#patroni.pid as number;
  }

  /** Patroni starts PostgreSQL in a way that it survives Patroni. */
  get #pids(): readonly number[] {
    const file = join(this.#data, 'postmaster.pid');
    const postmaster = existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n')[0])] : [];
    return withDescendants([this.#patroniPid, ...postmaster]);
  }

  #signal(signal: NodeJS.Signals): void {
    for (const pid of this.#pids) signalQuietly(pid, signal);
  }

  /** The machine loses its power. */
  async crash(): Promise<void> {
    this.#signal('SIGKILL');
    await exitOf(this.#patroni);
  }

  resume(): void {
    this.#patroni = this.#start();
  }

  /** The machine answers nothing, and its connections stay open. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  thaw(): void {
    this.#signal('SIGCONT');
  }

  /** Patroni answers nothing; its PostgreSQL goes on. */
  freezePatroni(): void {
    process.kill(this.#patroniPid, 'SIGSTOP');
  }

  async ask(path: string): Promise<Response> {
    return fetch(`http://${HOST}:${this.ports.patroni}${path}`, { signal: AbortSignal.timeout(2000) });
  }
}

/** Three machines with Patroni, one etcd, and HAProxy, all on this machine. */
export class PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  readonly #folder: string;
  readonly #proxy: number;
  readonly #helpers: readonly ChildProcess[];
  readonly #environment: NodeJS.Dict<string>;

  private constructor(
    folder: string,
    nodes: readonly PatroniNode[],
    proxy: number,
    helpers: readonly ChildProcess[],
    environment: NodeJS.Dict<string>,
  ) {
    [this.#folder, this.nodes, this.#proxy, this.#helpers] = [folder, nodes, proxy, helpers];
    this.#environment = environment;
  }

  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-patroni-'));
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const run = (name: string, [program = '', ...args]: readonly string[], environment = {}) => {
      const log = openSync(join(folder, `${name}.log`), 'a');
      const env = { ...process.env, ...environment };
      const started = spawn(program, args, { ...owner, cwd: folder, env, stdio: ['ignore', log, log] });
      closeSync(log);
      return started;
    };

    const [etcd, peers, proxy] = [await freePort(), await freePort(), await freePort()];
    const [client, peer] = [`http://${HOST}:${etcd}`, `http://${HOST}:${peers}`];
    const store = run('etcd', [
      'etcd',
      '--enable-v2',
      `--data-dir=${folder}/etcd`,
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`],
      `--initial-cluster=default=${peer}`,
    ]);

    const authority = await tlsAuthority('Root of the database');
    writeFileSync(join(folder, 'ca.pem'), authority.certificate);
    const { certificate, key } = await authority.issue(HOST);
    write(join(folder, 'server.crt'), certificate);
    write(join(folder, 'server.key'), key);
    const configuration = write(
      join(folder, 'patroni.yml'),
      example('patroni.yml').replaceAll('/etc/patroni/', `${folder}/`),
    );

    const environments: NodeJS.Dict<string>[] = [];
    const nodes: PatroniNode[] = [];
    let balanced = example('haproxy.cfg').replace('bind 127.0.0.1:5000', `bind ${HOST}:${proxy}`);
    for (const [index, name] of NAMES.entries()) {
      const ports = { postgres: await freePort(), patroni: await freePort() };
      const home = join(folder, name);
      const data = join(home, 'data');
      mkdirSync(home);
      if (owner) chownSync(home, owner.uid, owner.gid);
      const text = example('patroni.env')
        .replaceAll('10.0.0.11:8008', `${HOST}:${ports.patroni}`)
        .replaceAll('10.0.0.11:5432', `${HOST}:${ports.postgres}`)
        .replace(/^(PATRONI_NAME)=.*/m, `$1=${name}`)
        .replace(/^(PATRONI_POSTGRESQL_DATA_DIR)=.*/m, `$1=${data}`)
        .replace(/^(PATRONI_POSTGRESQL_BIN_DIR)=.*/m, `$1=${systemPrograms()}`)
        .replace(/^(PATRONI_ETCD_HOSTS)=.*/m, `$1=${HOST}:${etcd}`);
      const environment = { ...parseEnv(text), HOME: home };
      environments.push(environment);
      balanced = balanced.replace(
        `10.0.0.1${index + 1}:5432 check port 8008`,
        `${HOST}:${ports.postgres} check port ${ports.patroni}`,
      );
      nodes.push(
        new PatroniNode(name, ports, data, () => run(name, ['patroni', configuration], environment)),
      );
    }
    const balancer = run('haproxy', ['haproxy', '-db', '-f', write(join(folder, 'haproxy.cfg'), balanced)]);
    const cluster = new PatroniCluster(folder, nodes, proxy, [balancer, store], environments[0] ?? {});
    try {
      await cluster.untilWhole();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Resolves when there is a primary, a synchronous standby and another standby. */
  async untilWhole(): Promise<void> {
    await vi.waitFor(async () => {
      const members = await this.members();
      const works = members.filter(({ state }) => ['running', 'streaming'].includes(state));
      expect(works.map(({ role }) => role).toSorted()).toEqual(['leader', 'replica', 'sync_standby']);
    }, PATIENCE);
  }

  /** As the first node tells them that answers. */
  async members(): Promise<readonly Member[]> {
    const answer = await Promise.any(this.nodes.map((node) => node.ask('/cluster')));
    return ((await answer.json()) as { members: readonly Member[] }).members;
  }

  /** The node that Patroni calls the primary. */
  async primary(): Promise<PatroniNode> {
    return vi.waitFor(async () => {
      const asked = await Promise.allSettled(this.nodes.map((node) => node.ask('/primary')));
      const index = asked.findIndex((one) => one.status === 'fulfilled' && one.value.status === 200);
      if (index === -1) throw new Error('there is no primary');
      return this.nodes[index] as PatroniNode;
    }, PATIENCE);
  }

  /** Moves the primary as an operator does. */
  switchover(): void {
    execFileSync(
      'patronictl',
      ['-c', join(this.#folder, 'patroni.yml'), 'switchover', 'diptych', '--force'],
      {
        env: { ...process.env, ...this.#environment },
      },
    );
  }

  #url(user: string, hosts: string, database: string): string {
    const trust = `sslmode=verify-full&sslrootcert=${join(this.#folder, 'ca.pem')}`;
    return `postgres://${user}@${hosts}/${database}?${trust}`;
  }

  /** Through HAProxy. */
  throughProxy = (user: string, database: string): string =>
    this.#url(user, `${HOST}:${this.#proxy}`, database);

  /** The three hosts, without HAProxy. */
  withHosts = (user: string, database: string): string =>
    this.#url(user, this.nodes.map(({ ports }) => `${HOST}:${ports.postgres}`).join(), database);

  get superuser(): string {
    return `postgres:${this.#environment.PATRONI_SUPERUSER_PASSWORD}`;
  }

  async #connected<T>(database: string, use: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.throughProxy(this.superuser, database) });
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  }

  /** Runs statements as the administrator of the database, on the primary. */
  administer(statements: readonly string[]): Promise<void> {
    return this.#connected('postgres', async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }

  /** The first column. */
  rows(text: string, database: string): Promise<readonly unknown[]> {
    return this.#connected(database, async (client) => {
      const { rows } = await client.query({ text, rowMode: 'array' });
      return rows.map(([value]) => value);
    });
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.crash();
    for (const helper of this.#helpers) {
      helper.kill('SIGKILL');
      await exitOf(helper);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
