import { parseArgs } from 'node:util';
import { CannotCompare } from './before/cannot-compare.ts';
import type { Bench } from './harness/bench.ts';
import { findings } from './harness/report.ts';
import { asText } from './harness/text.ts';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Bench>;
  /** Number of rounds, if it is not the default. */
  readonly rounds?: number;
  /** Whether the benchmark has optional larger stores. */
  readonly hasFull?: true;
  /** Whether it can run at a size that takes seconds. */
  readonly hasSmall?: true;
  /** Whether days and hours of statistics can be chosen. */
  readonly hasTimes?: true;
  /** Whether the size of its store can be chosen. */
  readonly hasStored?: true;
  /** Whether it can run on PostgreSQL. */
  readonly hasPostgres?: true;
  /** Number of rounds beside the server of another commit; undefined if there is no such comparison. */
  readonly roundsBefore?: number;
}

const BENCHES: ReadonlyMap<string, Entry> = new Map([
  [
    'mso',
    {
      summary: 'signing MSOs, beside what the primitives cost and beside other libraries (P1, P2)',
      load: async () => (await import('./mso/bench.ts')).msoBench,
    },
  ],
  [
    'issuer',
    {
      summary: 'requests to the issuer panel, beside primitives, bare files and bare Fastify (P3, P5, P7)',
      load: async () => (await import('./issuer/bench.ts')).issuerBench,
    },
  ],
  [
    'mediation',
    {
      summary: 'reads and writes of the mediation panel, beside bare Fastify and bare files (P6, P7)',
      load: async () => (await import('./mediation/bench.ts')).mediationBench,
    },
  ],
  [
    'reports',
    {
      summary:
        'reports of a month, beside reading the same rows by SQL, and from Parquet files; some minutes, 2 GB of disk',
      load: async () => (await import('./reports/bench.ts')).reportsBench,
      hasSmall: true,
      hasTimes: true,
      hasPostgres: true,
    },
  ],
  [
    'serve',
    {
      summary:
        'snapshots and live resolve for apps, beside bare Fastify; resolve() alone; sizes of snapshots (P7)',
      load: async () => (await import('./serve/bench.ts')).serveBench,
      roundsBefore: 7,
    },
  ],
  [
    'ingest',
    {
      summary: 'rows of statistics, beside a bare INSERT of the same rows',
      load: async () => (await import('./ingest/bench.ts')).ingestBench,
    },
  ],
  [
    'import',
    {
      summary: 'records of a CSV file with a map, beside reading the file and a bare INSERT; peak memory',
      load: async () => (await import('./import/bench.ts')).importBench,
      rounds: 1,
      hasFull: true,
      hasSmall: true,
    },
  ],
  [
    'stack',
    {
      summary: 'lives of phones and MSOs, beside a server put together from npm packages (P10)',
      load: async () => (await import('./stack/bench.ts')).stackBench,
      rounds: 5,
      hasPostgres: true,
      roundsBefore: 7,
    },
  ],
  [
    'profile',
    {
      summary: 'what the server does in each request of the life of a phone: microseconds of each stage',
      load: async () => (await import('./profile/bench.ts')).profileBench,
      rounds: 5,
      roundsBefore: 5,
      hasSmall: true,
    },
  ],
  [
    'status',
    {
      summary:
        'publication of status lists, beside deflate and signatures; MSOs with and without status (P11)',
      load: async () => (await import('./status/bench.ts')).statusBench,
      hasSmall: true,
    },
  ],
  [
    'purge',
    {
      summary: 'the purge of an audit log of 300 000 entries, and how long others wait (P5); some minutes',
      load: async () => (await import('./purge/bench.ts')).purgeBench,
      rounds: 1,
      hasFull: true,
      hasSmall: true,
    },
  ],
  [
    'growth',
    {
      summary:
        'lives, requests, lists, export, purge and backup with 10 000 and 1 000 000 credentials; some hours, 30 GB (P7)',
      load: async () => (await import('./growth/bench.ts')).growthBench,
      rounds: 1,
      hasPostgres: true,
      hasStored: true,
    },
  ],
  [
    'start',
    {
      summary: 'processor time of short commands, beside Node that does nothing (P9)',
      load: async () => (await import('./start/bench.ts')).startBench,
    },
  ],
  [
    'memory',
    {
      summary: 'memory of idle servers, of 64 writers, a report and an import; time until ready (P12)',
      load: async () => (await import('./memory/bench.ts')).memoryBench,
      rounds: 1,
      hasFull: true,
      hasSmall: true,
    },
  ],
  [
    'load',
    {
      summary: 'many requests at once to one process and to several, and over large stores (P3, P4, P6, P7)',
      load: async () => (await import('./load/bench.ts')).loadBench,
      hasFull: true,
    },
  ],
]);

const USAGE = `npm run bench -- <name> [--rounds N] [--full | --small] [--days N] [--hours N] [--credentials N] [--record N] [--history N] [--postgres] [--before COMMIT] [--json]

${[...BENCHES].map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`).join('\n')}

  --rounds N  rounds of one sample of each side (15; stack, profile: 5, import, memory and purge: 1; stack and serve with --before: 7)
  --full      load: stores of up to 1 000 000 credentials, 20 GB, and 100 000 groups; takes an hour
              import, memory: 1 000 000 records, 2 GB; takes a quarter of an hour
              purge: 1 000 000 entries, 3 GB
  --small     reports, memory: a store that is filled in a second; import, memory: 1000 records;
              status: 2 lists; purge: 3000 entries; profile: one life
  --days N    reports: days that are stored (31); a day takes 17 MB, and as much again meanwhile. Of over 100 days one report
              is made, once from each side
  --hours N   reports: hours that are stored (2), which a report in another time zone reads; an hour takes 17 MB
  --credentials N
              growth: credentials of the larger store (1 000 000)
  --record N  growth: bytes of a record and of a stored MSO (200)
  --history N growth: newest credentials whose requests and entries of the audit log are stored (1 000 000)
  --postgres  reports: the store is PostgreSQL; stack: PostgreSQL beside SQLite; growth: without SQLite
  --before COMMIT
              stack and serve: beside the server of this commit; the report ends with a warning for each kind of
              request that needs over 1.05 times the processor time
              profile: the same table of this commit
  --json      the findings as JSON

A missed goal or a warning is a finding, exit status 0; 1 means that something measured was not valid, 2 wrong arguments.
`;

const FAILED = 1;
const USAGE_ERROR = 2;
const DEFAULT_ROUNDS = 15;

class UsageError extends Error {}

interface Command {
  readonly entry: Entry;
  readonly rounds: number;
  readonly full: boolean;
  readonly small: boolean;
  readonly days: number | undefined;
  readonly hours: number | undefined;
  readonly stored: NonNullable<Parameters<Bench>[0]['stored']>;
  readonly postgres: boolean;
  readonly before: string | undefined;
  readonly json: boolean;
}

function sizeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (!(Number.isInteger(size) && size > 0)) throw new UsageError(`--${name} is a whole number above 0`);
  return size;
}

/** Undefined if the user asked for help. */
function commandOf(args: readonly string[]): Command | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      full: { type: 'boolean', default: false },
      small: { type: 'boolean', default: false },
      days: { type: 'string' },
      hours: { type: 'string' },
      credentials: { type: 'string' },
      record: { type: 'string' },
      history: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      before: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return undefined;
  const [name = ''] = positionals;
  const entry = BENCHES.get(name);
  if (!entry || positionals.length > 1) throw new UsageError('name one bench');
  const { full, small, postgres, before, json } = values;
  const usual = before === undefined ? entry.rounds : entry.roundsBefore;
  const rounds = Number(values.rounds ?? usual ?? DEFAULT_ROUNDS);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new UsageError('--rounds is a whole number above 0');
  const [days, hours] = [sizeOf('days', values.days), sizeOf('hours', values.hours)];
  const sizes = (['credentials', 'record', 'history'] as const).flatMap((name) => {
    const size = sizeOf(name, values[name]);
    return size === undefined ? [] : [[name, size] as const];
  });
  if (sizes.length > 0 && !entry.hasStored)
    throw new UsageError('--credentials, --record and --history are for growth');
  if (full && !entry.hasFull) throw new UsageError('--full is for load, import, memory and purge');
  if (small && !entry.hasSmall)
    throw new UsageError('--small is for reports, import, memory, status, purge and profile');
  if ((days || hours) && !entry.hasTimes) throw new UsageError('--days and --hours are for reports');
  if (postgres && !entry.hasPostgres) throw new UsageError('--postgres is for reports, stack and growth');
  if (before !== undefined && (!entry.roundsBefore || postgres))
    throw new UsageError('--before is for stack, serve and profile; without --postgres');
  const stored = Object.fromEntries(sizes);
  return { entry, rounds, full, small, days, hours, stored, postgres, before, json };
}

async function run({ entry, json, ...options }: Command): Promise<string> {
  const bench = await entry.load();
  const found = findings(await bench(options), options.rounds);
  return json ? `${JSON.stringify(found, undefined, 2)}\n` : asText(found);
}

function parsed(): Command | undefined {
  try {
    return commandOf(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`bench: ${(error as Error).message}\n\n${USAGE}`);
    process.exit(USAGE_ERROR);
  }
}

const command = parsed();
try {
  process.stdout.write(command ? await run(command) : USAGE);
} catch (error) {
  const text = error instanceof CannotCompare ? error.message : (error as Error).stack;
  process.stderr.write(`bench: ${text}\n`);
  process.exitCode = FAILED;
}
