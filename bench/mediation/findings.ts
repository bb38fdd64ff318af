import { READERS } from '../harness/clients.ts';
import { type Grown, growthComparisons, growthRows } from '../harness/growth.ts';
import type { Series } from '../harness/measure.ts';
import type { Comparison, Row } from '../harness/report.ts';
import { total } from '../harness/series.ts';
import type { Reads, Writes } from './http.ts';
import { WRITERS } from './http-sides.ts';
import { READ_NAMES, type Read } from './requests.ts';
import { PAGE } from './sample.ts';
import { EXPERIMENTS, FEW_GROUPS, LINES } from './sizes.ts';

export interface Measured {
  readonly reads: Reads;
  readonly writes: Writes;
  readonly growth: readonly Grown[];
}

const READS: Readonly<Record<Read, string>> = {
  listGroups: `list of ${PAGE} groups`,
  getGroup: 'get of a group',
  listAdSources: 'list of ad sources',
  listExperiments: `list of ${EXPERIMENTS} experiments`,
};

const BARE_FILES: Partial<Record<keyof Writes, string>> = {
  rawRow: 'append of a row, fdatasync',
  rawCreate: 'append of a new group, fdatasync',
  rawPatch: 'append of a changed group, fdatasync',
  rawOver: 'a new group over what is there, fdatasync',
};

const BY_STORE: Partial<Record<keyof Writes, string>> = {
  storeRow: 'one row',
  storeCreate: 'a new group',
  storePatch: 'a changed group',
  storeRowByMany: `one row, ${WRITERS} at the same time`,
  storeCreateByMany: `a new group, ${WRITERS} at the same time`,
};

const BY_HTTP: Partial<Record<keyof Writes, string>> = {
  create: 'create of a group',
  createBare: 'create of a group, bare Fastify',
  patch: 'patch of the state of a line',
  patchBare: 'patch of the state of a line, bare Fastify',
  createByMany: `create of a group, ${WRITERS} at the same time`,
};

const rows = (
  group: string,
  names: Readonly<Record<string, string>>,
  series: Readonly<Record<string, Series>>,
): readonly Row[] => Object.entries(names).map(([key, name]) => ({ group, name, cost: series[key]! }));

const readNames = Object.fromEntries(
  READ_NAMES.flatMap((read) => [
    [read, READS[read]],
    [`${read}Bare`, `${READS[read]}, bare Fastify`],
    [`${read}Steps`, `${READS[read]}, bare steps`],
  ]),
);

export const rowsOf = ({ reads, writes, growth }: Measured): readonly Row[] => [
  ...rows('reads over HTTP: CPU of the server', readNames, reads),
  ...rows('durable writes to bare files', BARE_FILES, writes),
  ...rows('durable writes of the store', BY_STORE, writes),
  ...rows('writes over HTTP: CPU of the server', BY_HTTP, writes),
  ...growth.flatMap(growthRows),
];

/** Compared by wall time, because most of the time is spent waiting for the disk. */
const DURABLE = { goal: 'P6', by: 'wall', atLeast: 0.95 } as const;
const SHARED = { goal: 'P6', by: 'wall', atLeast: 3 } as const;

function writeComparisons(writes: Writes): readonly Comparison[] {
  const { rawRow, rawCreate, rawPatch, rawOver, create, createBare, patch, patchBare } = writes;
  const many = `${WRITERS} writers`;
  return [
    { ...DURABLE, name: 'store, one row : append', ours: writes.storeRow, other: rawRow },
    { ...DURABLE, name: 'store, new group : append', ours: writes.storeCreate, other: rawCreate },
    { ...DURABLE, name: 'store, changed group : append', ours: writes.storePatch, other: rawPatch },
    { ...SHARED, name: `store, one row, ${many} : append`, ours: writes.storeRowByMany, other: rawRow },
    {
      ...SHARED,
      name: `store, new group, ${many} : append`,
      ours: writes.storeCreateByMany,
      other: rawCreate,
    },
    { name: 'store, new group : write over', ours: writes.storeCreate, other: rawOver },
    { name: 'HTTP create : bare Fastify + append', ours: create, other: total(createBare, rawCreate) },
    { name: 'HTTP patch : bare Fastify + append', ours: patch, other: total(patchBare, rawPatch) },
    { name: 'HTTP create : bare Fastify', ours: create, other: createBare },
    { name: 'HTTP patch : bare Fastify', ours: patch, other: patchBare },
    { name: `HTTP create, ${many} : append`, ours: writes.createByMany, other: rawCreate },
  ];
}

export const comparisonsOf = ({ reads, writes, growth }: Measured): readonly Comparison[] => [
  ...READ_NAMES.flatMap((read) => [
    {
      goal: 'P7',
      name: `${READS[read]} : bare Fastify`,
      ours: reads[read],
      other: reads[`${read}Bare`],
      atLeast: 0.6,
    },
    {
      goal: 'P7',
      name: `${READS[read]} : bare steps`,
      ours: reads[read],
      other: reads[`${read}Steps`],
      atLeast: 0.95,
    },
  ]),
  ...writeComparisons(writes),
  ...growth.flatMap(growthComparisons),
];

export const NOTES: readonly string[] = [
  `servers in processes of their own, CPU counted there; ${READERS} connections read, one writes`,
  `${FEW_GROUPS} groups of ${LINES} lines at first, the same ones read again and again; log level info, written to nowhere; an access token of the server's own`,
  'bare steps: bare Fastify that reads two rows of SQLite and logs a line before it gives the same answer',
  'answers of all sides are the same but for the date; what was written was found again after a crash',
  'growth: the panel without HTTP; a ratio of 0.67 is 1.5 times the cost; a search that finds nothing looks at 5000 groups at most',
];
