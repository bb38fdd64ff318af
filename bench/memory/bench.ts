import { join } from 'node:path';
import type { Bench } from '../harness/bench.ts';
import { installed, ROOT } from '../harness/installed.ts';
import type { FigureLine } from '../harness/report.ts';
import { withFolder } from '../harness/with-folder.ts';
import { importBench } from '../import/bench.ts';
import { type ProcessMemory, requireProc } from '../load/process-tree.ts';
import type { Size } from '../reports/sizes.ts';
import { reportsMemory, WRITERS, writersMemory } from './at-work.ts';
import { idleMemory, startLauncher, startNode, startServer } from './idle.ts';

/** 18 million rows. */
const YEAR: Size = { adUnits: 1000, lines: 10, countries: 5, days: 365, hours: 2 };
const SMALL_YEAR: Size = { adUnits: 20, lines: 5, countries: 2, days: 365, hours: 2 };

/** Seconds. V8 gives back what only the start needed within two minutes. */
const TIMES = [10, 120];
const SMALL_TIMES = [1];
const REFRESHES = 10;

const GOAL = 'P12';
const MIB = 2 ** 20;

const figuresOf = ({ rss, pss, peak }: ProcessMemory) => [rss / MIB, pss / MIB, peak / MIB];

function line(group: string, name: string, memory: ProcessMemory, atMost?: number, column = 0): FigureLine {
  const figures = { group, name, figures: figuresOf(memory) };
  return atMost === undefined ? figures : { ...figures, bound: { goal: GOAL, column, atMost } };
}

export const memoryBench: Bench = (options) =>
  withFolder(async (folder, keep) => {
    requireProc();
    const { small } = options;
    const root = await installed(folder);
    const place = (of: string, name: string) => ({ root: of, data: join(folder, name) });
    // The first start of a clone fills its cache of compiled code.
    await startServer('first', place(ROOT, 'first'), keep);
    const servers = [
      await startServer('server from the package', place(root, 'package'), keep),
      await startServer('server in a clone', place(ROOT, 'clone'), keep),
    ];
    const launcher = await startLauncher(
      'its launcher, with a Node before 24',
      place(root, 'launched'),
      keep,
    );
    const processes = [await startNode('node -e', keep), ...(launcher ? [launcher] : []), ...servers];
    const idle = await idleMemory(processes, small ? SMALL_TIMES : TIMES);
    const writers = await writersMemory(root, join(folder, 'writers'), small ? 1 : REFRESHES);
    const reports = await reportsMemory(root, join(folder, 'report'), small ? SMALL_YEAR : YEAR);
    const { figures: imports = [] } = await importBench({ ...options, rounds: 1 });
    return {
      title: 'memory: idle servers and servers at work, beside Node that does nothing',
      unit: 'start',
      notes: [
        'RSS has the pages that other processes share, such as the binary of Node; PSS divides these among them.',
        ...(launcher ? [] : ['The path has no Node before 24, so no launcher was measured.']),
      ],
      rows: [],
      comparisons: [],
      figures: [
        {
          title: 'memory in MiB',
          columns: ['RSS', 'PSS', 'highest RSS'],
          lines: [
            ...idle.map(({ name, seconds, memory }) =>
              line(`idle for ${seconds} s`, name, memory, name.startsWith('server') ? 120 : undefined),
            ),
            line('at work, from the package', `${WRITERS} writers`, writers, 220, 2),
            ...reports.map(({ by, memory }) =>
              line('at work, from the package', `a report of a year by ${by}`, memory, 200, 2),
            ),
          ],
        },
        {
          title: 'until the server is ready',
          columns: ['s', 's of processor time'],
          lines: servers.map(({ name, ready, cpu }) => ({
            group: 'start',
            name,
            figures: [ready, cpu],
            bound: { goal: GOAL, column: 0, atMost: 1 },
          })),
        },
        ...imports,
      ],
    };
  });
