// Measures how long the first rows of a screen take after its address was entered, with the data of the demo:
// npm run console:first-rows [RUNS]. Each screen is opened with an empty cache, then with the files of the console in it.

import { addressOf, SCREENS } from './support/screens.ts';
import { openStage, type Visit } from './support/stage.ts';

/** The first screen of each console, and the largest lists. */
const MEASURED: Readonly<Record<string, string>> = {
  today: '',
  overview: '',
  reviews: '?state=any&size=100',
  holders: '?size=100',
  holder: '',
  proofing: '',
  credentials: '?size=100',
  'audit-log': '?size=100',
  settings: '',
  groups: '?size=100',
  group: '',
  mappings: '?all=yes',
  reports: '',
  changes: '?size=100',
  lint: '',
};

/** What counts as a row: the first content of a screen, shown. */
const ROW = 'main :is(tbody tr, .log-row, .tile, .need, .facts, .cell)';

/** Looks at each frame. The time is that since the address was entered. */
const WATCH = `
  const look = () => {
    const row = document.querySelector(${JSON.stringify(ROW)});
    if (row?.checkVisibility({ visibilityProperty: true })) globalThis.firstRows = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

type Watched = typeof globalThis & { firstRows?: number };

const runs = Number(process.argv[2] ?? 10);
const stage = await openStage();

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure({ page, context }: Visit, address: string, isCold: boolean): Promise<number> {
  const times: number[] = [];
  const debug = await context.newCDPSession(page);
  for (let run = 0; run < runs; run += 1) {
    await page.goto('about:blank');
    if (isCold) await debug.send('Network.clearBrowserCache');
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => (globalThis as Watched).firstRows !== undefined);
    times.push(await page.evaluate(() => (globalThis as Watched).firstRows ?? 0));
  }
  await debug.detach();
  return median(times);
}

const visits = {
  operators: await stage.signedIn('operators'),
  mediation: await stage.signedIn('mediation'),
};
for (const { context } of Object.values(visits)) await context.addInitScript(WATCH);
process.stdout.write(`milliseconds, median of ${runs}: empty cache, usual cache\n`);
for (const [name, query] of Object.entries(MEASURED)) {
  const screen = SCREENS.find((one) => one.name === name)!;
  const address = new URL(await addressOf(stage, screen));
  for (const [key, value] of new URLSearchParams(query)) address.searchParams.set(key, value);
  const visit = visits[screen.console];
  const cold = await measure(visit, String(address), true);
  const warm = await measure(visit, String(address), false);
  process.stdout.write(`${name.padEnd(12)} ${cold.toFixed(0).padStart(5)} ${warm.toFixed(0).padStart(5)}\n`);
}
await stage.close();
process.exit(0);
