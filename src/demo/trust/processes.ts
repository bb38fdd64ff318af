import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../cli/admin/connection.ts';
import { type Narrator, StoryError } from '../narrator.ts';

const BIN = fileURLToPath(new URL('../../../bin/diptych.js', import.meta.url));

/** Processes that run now. The demo must not leave any behind, however it ends. */
const running = new Set<ChildProcess>();

export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a process, and resolves when it prints a line that says that it is ready. */
export async function startProcess(
  command: string,
  args: readonly string[],
  { isReady, ...options }: SpawnOptions & { readonly isReady: (line: string) => boolean },
): Promise<{ readonly child: ChildProcess; readonly lines: readonly string[] }> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const input of [child.stdout, child.stderr])
      if (input)
        createInterface({ input }).on('line', (line) => {
          lines.push(line);
          if (isReady(line)) resolve();
        });
    child.once('error', reject);
    child.once('exit', (status) =>
      reject(new StoryError(`${command} ended with status ${status}: ${lines.slice(-5).join('\n')}`)),
    );
  });
  return { child, lines };
}

export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

/** This environment without settings of Diptych, and with these. */
function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('DIPTYCH_'));
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...settings };
}

export interface ServerProcess {
  /** Address of the issuer panel. */
  readonly url: string;
  readonly operator: Connection;
  stop(): Promise<void>;
}

/** Commands as an operator types them, in a folder of their own. */
export interface Terminal {
  /** Shows a command and what it prints. */
  diptych(...args: readonly string[]): Promise<string>;
  /** Shows `diptych serve` on a data folder, and runs it until it is stopped. */
  serve(data: string, settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
}

const shellWord = (text: string) => (/^[\w./:=-]+$/.test(text) ? text : JSON.stringify(text));

/** `data` is the data folder of commands that name no other one. */
export function terminal(tell: Narrator, folder: string, data: string): Terminal {
  const shown = (args: readonly string[]) => tell.show(`$ diptych ${args.map(shellWord).join(' ')}`);
  const env = (settings: Readonly<Record<string, string>> = {}) =>
    environment({ DIPTYCH_DATA: data, ...settings });
  return {
    async diptych(...args) {
      shown(args);
      const text = await new Promise<string>((resolve, reject) => {
        execFile(process.execPath, [BIN, ...args], { cwd: folder, env: env() }, (error, out, err) =>
          error ? reject(new StoryError(`diptych ${args.join(' ')}: ${err}${out}`)) : resolve(out.trimEnd()),
        );
      });
      if (text !== '') tell.show(text.replaceAll(/^/gm, '  '));
      return text;
    },
    async serve(served, settings = {}) {
      const args = ['serve', '--data', served];
      tell.show(`$ diptych ${args.join(' ')}`);
      const { child, lines } = await startProcess(
        process.execPath,
        [BIN, ...args, '--port', '0', '--admin-port', '0'],
        { cwd: folder, env: env(settings), isReady: (line) => /^admin +http/.test(line) },
      );
      const originOf = (name: string) =>
        lines.map((line) => new RegExp(`^${name} +(http://[^/]+)/`).exec(line)?.[1]).find(Boolean) ?? '';
      const token = readFileSync(join(folder, served, 'admin.token'), 'utf8').trim();
      return {
        url: originOf('issuer panel'),
        operator: { url: originOf('admin'), token },
        stop: () => ended(child, 'SIGTERM'),
      };
    },
  };
}
