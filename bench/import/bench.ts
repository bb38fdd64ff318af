import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Bench } from '../harness/bench.ts';
import type { Cost } from '../harness/measure.ts';
import { withProcesses } from '../harness/metered-process.ts';
import type { FigureLine, Report } from '../harness/report.ts';
import { startDiptych } from '../harness/servers.ts';
import { processMemory, requireProc } from '../load/process-tree.ts';
import { bareImport } from './bare.ts';
import { writeFiles } from './files.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Size {
  readonly name: string;
  readonly records: number;
  readonly portraitBytes: number;
}

/** A tenth of the records first: if memory is constant, both take the same. Then as large portraits as phones get. */
function sizesOf(records: number): readonly Size[] {
  const sized = (count: number, portraitBytes: number) => ({
    name: `${count} records, portraits of ${portraitBytes} bytes`,
    records: count,
    portraitBytes,
  });
  return [sized(records / 10, 1000), sized(records, 1000), sized(records / 10, 16_000)];
}

interface Usage {
  /** Microseconds. */
  readonly cpu: number;
  /** KiB. */
  readonly memory: number;
}

/** Runs the command as its user does. Throws if it did not import every record. */
async function runCommand(args: readonly string[], records: number): Promise<Usage> {
  const command = ['--require', at('../harness/usage.cjs'), at('../../bin/diptych.js'), 'holders', 'import'];
  const child = spawn(process.execPath, [...command, ...args], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [, out, err, usage] = child.stdio;
  const [printed, errors, used] = await Promise.all([text(out!), text(err!), text(usage as typeof out & {})]);
  if (!printed.replaceAll('\u202f', '').includes(`${records} new`)) throw new Error(`${errors}${printed}`);
  return JSON.parse(used) as Usage;
}

interface Measured {
  readonly size: Size;
  readonly client: Cost;
  readonly server: Cost;
  readonly both: Cost;
  readonly bare: Cost;
  readonly clientPeak: number;
  readonly serverPeak: number;
}

async function measured(folder: string, size: Size): Promise<Measured> {
  const { records } = size;
  const { csv, map } = await writeFiles(folder, records, size.portraitBytes);
  const data = join(folder, 'data');
  return withProcesses(async (processes) => {
    const server = await startDiptych(processes, data);
    const before = await server.meter.cpu();
    const startedAt = performance.now();
    const usage = await runCommand([csv, '--map', map, '--data', data], records);
    const wall = ((performance.now() - startedAt) * 1000) / records;
    const cost = (cpu: number): Cost => ({ cpu: cpu / records, wall });
    const ofServer = (await server.meter.cpu()) - before;
    return {
      size,
      client: cost(usage.cpu),
      server: cost(ofServer),
      both: cost(usage.cpu + ofServer),
      bare: await bareImport(csv, join(folder, 'bare.sqlite'), Buffer.alloc(size.portraitBytes), records),
      clientPeak: usage.memory * 1024,
      serverPeak: processMemory(server.pid).peak,
    };
  });
}

/** Each round in a folder of its own, on an empty server. */
async function rounds(size: Size, count: number): Promise<readonly Measured[]> {
  const found: Measured[] = [];
  for (let round = 0; round < count; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-bench-'));
    try {
      found.push(await measured(folder, size));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return found;
}

const MIB = 2 ** 20;

function figuresOf(all: readonly Measured[]): readonly number[] {
  const most = (of: (one: Measured) => number) => Math.max(...all.map(of));
  const slowest = most(({ both }) => both.wall);
  return [1e6 / slowest, most((one) => one.clientPeak) / MIB, most((one) => one.serverPeak) / MIB];
}

function reportOf(sizes: readonly (readonly Measured[])[]): Report {
  const rowsOf = (all: readonly Measured[]) => {
    const group = all[0]!.size.name;
    return [
      { group, name: 'the command', cost: all.map(({ client }) => client) },
      { group, name: 'the server', cost: all.map(({ server }) => server) },
      { group, name: 'both', cost: all.map(({ both }) => both) },
      { group, name: 'reading the file and a bare INSERT', cost: all.map(({ bare }) => bare) },
    ];
  };
  return {
    title: 'import: records of a CSV file with a map, beside reading the file and a bare INSERT of its rows',
    unit: 'record',
    notes: [
      'The command checks the whole file first, then imports it; 100 records are one transaction, synchronous = FULL.',
      'For each record the server checks and encodes it twice, and stores it with its entry in the audit log.',
    ],
    rows: sizes.flatMap(rowsOf),
    comparisons: sizes.map((all) => ({
      name: `${all[0]!.size.name}: import : reading and bare INSERT`,
      ours: all.map(({ both }) => both),
      other: all.map(({ bare }) => bare),
    })),
    figures: [
      {
        title: 'speed and peak memory',
        columns: ['records/s', 'command MiB', 'server MiB'],
        lines: sizes.map(
          (all): FigureLine => ({ group: 'whole import', name: all[0]!.size.name, figures: figuresOf(all) }),
        ),
      },
    ],
  };
}

export const importBench: Bench = async ({ rounds: count, full, small }) => {
  requireProc();
  const records = full ? 1_000_000 : small ? 1000 : 100_000;
  const sizes: (readonly Measured[])[] = [];
  for (const size of sizesOf(records)) sizes.push(await rounds(size, count));
  return reportOf(sizes);
};
