import type { Series } from '../harness/measure.ts';
import type { Comparison, Row } from '../harness/report.ts';
import { WRITERS } from '../mediation/http-sides.ts';
import { PLACE_NAMES, PLACES, type PlaceName } from './deployments.ts';
import { type Load, READ_WINDOWS } from './load.ts';
import type { Taken } from './measured-servers.ts';
import { costsOf, WINDOWS } from './window-names.ts';
import { WINDOW_NAMES, type WindowName } from './windows.ts';

const databaseOf = (taken: readonly Taken[]): Series =>
  taken.map(({ cost, database }) => ({ cpu: database, wall: cost.wall }));

/** The CPU time of the servers and PostgreSQL together. */
const withDatabase = (taken: readonly Taken[]): Series =>
  taken.map(({ cost, database }) => ({ cpu: cost.cpu + database, wall: cost.wall }));

export function loadRows({ places, bare, limit }: Load): readonly Row[] {
  const group = (window: WindowName) => `${WINDOWS[window]}: CPU of the servers`;
  const placeRows = (window: WindowName): Row[] =>
    PLACE_NAMES.flatMap((place) => {
      const { name, database } = PLACES[place];
      const taken = places[place][window];
      const row = { group: group(window), name, cost: costsOf(taken) };
      const backends = { ...row, name: `${name}: PostgreSQL itself`, cost: databaseOf(taken) };
      return database === 'postgres' ? [row, backends] : [row];
    });
  const bareRows = READ_WINDOWS.map((window) => ({
    group: group(window),
    name: 'bare Fastify',
    cost: costsOf(bare[window]),
  }));
  const limitRow = {
    group: group('msos'),
    name: 'limit: primitives added up',
    cost: limit.encryptedKeyAndEnvelope,
  };
  return WINDOW_NAMES.flatMap((window) => [
    ...placeRows(window),
    ...bareRows.filter((row) => row.group === group(window)),
    ...(window === 'msos' ? [limitRow] : []),
  ]);
}

/** Goal P3: at most 1.35 times the cost of the primitives. */
const PROVISION = { goal: 'P3', atLeast: 0.74 } as const;
const SCALING = { goal: 'P4', by: 'wall', atLeast: 0.85 } as const;
const READ = { goal: 'P7', atLeast: 0.6 } as const;

function writeComparisons({ rawRow, rawCreate, storeRow, storeCreate, ...many }: Load['writes']) {
  const one = { goal: 'P6', by: 'wall', atLeast: 0.8 } as const;
  const shared = { goal: 'P6', by: 'wall', atLeast: 3 } as const;
  const store = 'store on PostgreSQL';
  return [
    { ...one, name: `${store}, one row : append`, ours: storeRow, other: rawRow },
    { ...one, name: `${store}, new group : append`, ours: storeCreate, other: rawCreate },
    {
      ...shared,
      name: `${store}, one row, ${WRITERS} writers : append`,
      ours: many.storeRowByMany,
      other: rawRow,
    },
    {
      ...shared,
      name: `${store}, new group, ${WRITERS} writers : append`,
      ours: many.storeCreateByMany,
      other: rawCreate,
    },
  ] satisfies Comparison[];
}

export function loadComparisons({ places, bare, limit, writes }: Load): readonly Comparison[] {
  const costs = (place: PlaceName, window: WindowName) => costsOf(places[place][window]);
  const kinds: Readonly<Record<'msos' | 'life' | 'mix', string>> = {
    msos: 'MSOs',
    life: 'lives of phones',
    mix: 'mediation',
  };
  const each = Object.entries(kinds) as ['msos' | 'life' | 'mix', string][];
  const against = (ours: PlaceName, other: PlaceName, goal: Partial<typeof SCALING>) =>
    each.map(([window, what]) => ({
      ...goal,
      name: `${what}: ${PLACES[ours].name} : ${PLACES[other].name}`,
      ours: costs(ours, window),
      other: costs(other, window),
    }));
  return [
    ...PLACE_NAMES.map((place) => ({
      ...PROVISION,
      name: `MSOs: ${PLACES[place].name} : limit`,
      ours: withDatabase(places[place].msos),
      other: limit.encryptedKeyAndEnvelope,
    })),
    ...against('two', 'control', SCALING),
    ...against('two', 'one', {}),
    ...against('three', 'postgres', {}),
    ...READ_WINDOWS.flatMap((window) =>
      PLACE_NAMES.map((place) => ({
        ...READ,
        name: `${WINDOWS[window]}: ${PLACES[place].name} : bare Fastify`,
        ours: costs(place, window),
        other: costsOf(bare[window]),
      })),
    ),
    ...writeComparisons(writes),
  ];
}
