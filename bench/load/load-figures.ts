import { createHistogram } from 'node:perf_hooks';
import type { FigureLine, FigureTable } from '../harness/report.ts';
import { summaryOf } from '../harness/series.ts';
import { PLACE_NAMES, PLACES } from './deployments.ts';
import { type Load, READ_WINDOWS } from './load.ts';
import type { Taken } from './measured-servers.ts';
import { CONNECTIONS } from './sizes.ts';
import type { StoredKind } from './storage.ts';
import { costsOf, WINDOWS } from './window-names.ts';
import { WINDOW_NAMES, type WindowName } from './windows.ts';

/** Percentiles over all rounds together, in milliseconds. */
function percentiles(milliseconds: readonly number[]) {
  const histogram = createHistogram();
  for (const one of milliseconds) histogram.record(Math.max(1, Math.round(one * 1e6)));
  const at = (percent: number) => histogram.percentile(percent) / 1e6;
  return { p50: at(50), p99: at(99) };
}

function answerTable({ places, bare }: Load): FigureTable {
  const line = (window: WindowName, name: string, taken: readonly Taken[]): FigureLine => {
    const { p50, p99 } = percentiles(taken.flatMap(({ latencies }) => latencies));
    return {
      group: WINDOWS[window],
      name,
      figures: [1e6 / summaryOf(costsOf(taken), 'wall').median, p50, p99],
    };
  };
  const lines = WINDOW_NAMES.flatMap((window) => [
    ...PLACE_NAMES.map((place) => line(window, PLACES[place].name, places[place][window])),
    ...READ_WINDOWS.filter((name) => name === window).map((name) => line(name, 'bare Fastify', bare[name])),
  ]);
  return { title: `${CONNECTIONS} connections`, columns: ['per second', 'p50 ms', 'p99 ms'], lines };
}

function healthTable({ places }: Load): FigureTable {
  const lines = PLACE_NAMES.map((place) => {
    const { p50, p99 } = percentiles(places[place].msos.flatMap(({ probes }) => probes));
    const bound = { goal: 'P4', column: 1, atMost: 15 };
    return { group: 'while MSOs are signed', name: PLACES[place].name, figures: [p50, p99], bound };
  });
  return { title: 'health check', columns: ['p50 ms', 'p99 ms'], lines };
}

const MEGABYTE = 1e6;

function memoryTable({ memory }: Load): FigureTable {
  const lines = PLACE_NAMES.map((place) => {
    const { servers, database } = memory[place];
    return {
      group: 'all processes',
      name: PLACES[place].name,
      figures: [servers / MEGABYTE, database / MEGABYTE],
    };
  });
  return { title: 'memory after all of it', columns: ['servers MB', 'PostgreSQL MB'], lines };
}

const STORED: Readonly<Record<StoredKind, string>> = {
  credential: 'credential, with its device, proofing and code',
  holder: 'holder, with a portrait of 20 KB',
  mso: 'MSO, until it expires',
  expiredMso: 'MSO, afterwards',
  change: 'entry of the audit log',
  request: 'request, for diptych explain',
  group: 'mediation group of 5 lines',
  groupChange: 'change of a group, in the audit log',
};

const storageTable = ({ stored }: Load): FigureTable => ({
  title: 'storage',
  columns: ['SQLite', 'PostgreSQL'],
  lines: (Object.keys(STORED) as StoredKind[]).map((kind) => ({
    group: 'bytes of one, with its indexes',
    name: STORED[kind],
    figures: [stored.sqlite[kind], stored.postgres[kind]],
  })),
});

export const loadFigures = (load: Load): readonly FigureTable[] => [
  answerTable(load),
  healthTable(load),
  memoryTable(load),
  storageTable(load),
];
