import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BIN } from '../../support/bin.ts';
import { freePort } from '../../support/free-port.ts';
import { startProcess } from '../../support/server-process.ts';
import type { Guide } from './guide.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Uses the public parts of the package from the sources, because the build may be older or in progress. */
const SOURCES = Object.fromEntries(
  ['formats', 'conventions', 'resolve', 'wallet'].map((part) => [`./${part}`, `./src/${part}/index.ts`]),
);

/** Printed between two steps. No output contains it. */
const END = '\u001e';

/** A folder like the reader's: what pages name of the package, packages that programs import, and the command. */
function readersFolder({ files }: Guide): string {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-docs-'));
  const packageFolder = join(folder, 'node_modules/diptych');
  for (const path of [join(folder, 'bin'), join(folder, 'data'), packageFolder])
    mkdirSync(path, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/googleapis'), join(folder, 'node_modules/googleapis'));
  symlinkSync(join(ROOT, 'data/catalogue.json'), join(folder, 'data/catalogue.json'));
  symlinkSync(join(ROOT, 'docs'), join(folder, 'docs'));
  symlinkSync(join(ROOT, 'src'), join(packageFolder, 'src'));
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ type: 'module', exports: SOURCES }));
  symlinkSync(BIN, join(folder, 'bin/diptych'));
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  return folder;
}

function environment(folder: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('DIPTYCH_'));
  const path = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path, XDG_CONFIG_HOME: folder };
}

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function inShell(script: string, folder: string, own: Machine['environment']): Promise<Run> {
  const env = { ...environment(folder), ...own };
  const child = spawn('sh', ['-eu', '-c', script], { cwd: folder, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.end();
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** Ports of servers that the guide starts itself, as its files, programs and options name them. */
const NAMED_PORT = /\b(?:port|adminPort): (\d+)|\.listen\((\d+)|--port (\d+)/g;

/** A free port on this machine for each of them. */
async function freePorts({ files, steps }: Guide): Promise<ReadonlyMap<string, string>> {
  const texts = [...files.map(({ text }) => text), ...steps.map(({ commands }) => commands)];
  const named = texts.flatMap((text) => [...text.matchAll(NAMED_PORT)]);
  const ports = new Set(named.map(([, setting, listens, option = '']) => setting ?? listens ?? option));
  return new Map(
    await Promise.all([...ports].map(async (port) => [port, String(await freePort())] as const)),
  );
}

/** Replaces ports in the text by their names. */
const exchanged = (text: string, ports: ReadonlyMap<string, string>, before = '') =>
  [...ports].reduce(
    (changed, [port, value]) => changed.replaceAll(new RegExp(`${before}\\b${port}\\b`, 'g'), value),
    text,
  );

/** What a guide finds on the machine of its reader. */
export interface Machine {
  /** Ports that its commands name, by the ports that stand for them. */
  readonly ports?: ReadonlyMap<string, string>;
  readonly environment?: Readonly<Record<string, string>>;
  remove(): Promise<unknown>;
}

/** A sandbox that runs before the first command, by default with the standard settings; `config` is a file of the guide. */
export async function sandbox(folder: string, config?: string): Promise<Machine> {
  const settings = config === undefined ? {} : { DIPTYCH_CONFIG: join(folder, config) };
  const server = await startProcess(join(folder, 'diptych-data'), settings);
  const ports = new Map([
    ['8080', new URL(server.url).port],
    ['8081', new URL(server.connection.url).port],
  ]);
  return { ports, remove: () => server.stop() };
}

/** Runs all commands of a guide in one shell, by default beside a sandbox. Returns the output of each step. */
export async function runGuide(
  guide: Guide,
  prepare: (folder: string) => Promise<Machine> = (own) => sandbox(own),
): Promise<readonly string[]> {
  const folder = readersFolder(guide);
  const { ports = [], environment: own, remove } = await prepare(folder);
  const stands = new Map([...(await freePorts(guide)), ...ports]);
  const standsFor = new Map([...stands].map(([name, value]) => [value, name]));
  const here = (text: string) => exchanged(text, stands);
  // Only where the number is certainly a port, because other numbers are printed too.
  const there = (text: string) => exchanged(text, standsFor, '(?<=: ?)');
  try {
    for (const { name, text } of guide.files) writeFileSync(join(folder, name), here(text));
    const script = guide.steps.map(({ commands }) => `${commands}printf '${END}'\n`).join('');
    const { stdout, stderr, status } = await inShell(here(script), folder, own);
    const outputs = there(stdout).split(END);
    if (status === 0) return outputs.slice(0, -1);
    const { line } = guide.steps[outputs.length - 1] ?? { line: 0 };
    throw new Error(`the commands at line ${line} ended with status ${status}: ${outputs.at(-1)}${stderr}`);
  } finally {
    await remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
