import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { dataFolder } from '../../src/server/files/data-folder.ts';

const BIN = fileURLToPath(new URL('../../bin/diptych.js', import.meta.url));

/** A server started with the command that operators use; it is stopped together with this process. */
export interface Served {
  readonly pid: number;
  readonly data: string;
  readonly url: string;
  readonly connection: Connection;
  stop(): Promise<void>;
}

/** A server that ended before it listened. */
export class ServerEnded extends Error {
  /** The end of its log. */
  readonly log: string;

  constructor(path: string) {
    const log = readFileSync(path, 'utf8').slice(-2000).trim();
    super(`a server ended; see ${path}:\n${log}`);
    this.log = log;
  }
}

/** The environment of this process without its Diptych settings. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DIPTYCH_')));

/** Waits for the output of the command once all its listeners listen. */
async function printed(child: ChildProcess, last: RegExp, log: string): Promise<string> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  while (!last.test(text)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new ServerEnded(log);
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
  }
  return text;
}

/**
 * Runs `diptych serve` on a data folder and free ports; `bin` may be that of another version, and `node` another release. The
 * log goes to a file beside the folder; settings are passed as variables. @throws ServerEnded
 */
export async function serve(
  data: string,
  workers: number,
  settings: Readonly<Record<string, string>>,
  bin = BIN,
  node = process.execPath,
): Promise<Served> {
  const log = `${data}.log`;
  const args = [
    bin,
    'serve',
    '--data',
    data,
    '--port',
    '0',
    '--admin-port',
    '0',
    '--workers',
    String(workers),
  ];
  const child = spawn(node, args, {
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'pipe', openSync(log, 'a', 0o600), 'ipc'],
  });
  const text = await printed(child, workers > 1 ? /^workers .*\n/m : /^admin .*\n/m, log);
  const origin = (name: string) => new RegExp(`^${name} +(http://[^/]+)/`, 'm').exec(text)?.[1] ?? '';
  return {
    pid: child.pid!,
    data,
    url: origin('issuer panel'),
    connection: { url: origin('admin'), token: adminToken(dataFolder(data)) },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
