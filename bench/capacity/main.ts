import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DAY } from '../../src/conventions/time.ts';
import { msoValidity } from '../../src/issuer/mso/validity.ts';
import { pictureOf } from './charts.ts';
import { simulateYear, type YearOptions } from './year.ts';

const HELP = `npm run simulate -- [options]

Simulates a year in which phones fetch new MSOs: a usual day, an outage on day 100, and a compromised document signer on
day 200. Prints how many MSOs a second the servers must sign. The same options give the same numbers.

Options:
  --holders N        phones, one for each holder (default 1000000; 10000000 take some minutes)
  --seed N           another seed gives other phones (default 1)
  --validity DAYS    issuer.msoValidityDays (default 30)
  --refresh DAYS     issuer.msoRefreshDays (default: two thirds of the validity)
  --refresh-spread D issuer.msoRefreshSpreadDays of the second run (default: a third of the validity)
  --batch N          authentication keys in a request (default 10)
  --spread HOURS     phones wait at random up to this after expectedUpdate (default 24)
  --outage HOURS     length of the outage (default 6)
  --notice HOURS     time within which all phones are notified of the compromise (default 24)
  --svg FILE         draws the year
  --json             prints JSON
  --help             prints this text

Examples:
  npm run simulate -- --holders 10000000
  npm run simulate -- --holders 10000000 --svg docs/images/refresh-demand.svg
  npm run simulate -- --validity 14 --batch 30 --notice 240 --json

Exit codes: 0 done, 2 wrong usage.
`;

class UsageProblem extends Error {}

const LIMITS = {
  holders: 1_000_000_000,
  seed: 2 ** 31 - 1,
  validity: 365,
  refresh: 365,
  'refresh-spread': 121,
  batch: 1000,
  spread: 24 * 365,
  outage: 24 * 30,
  notice: 24 * 100,
} as const;

function numberOf(
  values: Readonly<Record<string, unknown>>,
  name: keyof typeof LIMITS,
  standard: number,
): number {
  const text = values[name];
  if (text === undefined) return standard;
  const number = /^\d{1,10}$/.test(String(text)) ? Number(text) : 0;
  if (number >= 1 && number <= LIMITS[name]) return number;
  throw new UsageProblem(`--${name} takes a number from 1 to ${LIMITS[name]}`);
}

function refreshDaysOf(validity: number, refresh: number | undefined): number {
  const policy = { msoValidityDays: validity, ...(refresh !== undefined && { msoRefreshDays: refresh }) };
  const { expectedUpdate = DAY } = msoValidity(0, policy, [], 0) ?? {};
  return expectedUpdate / DAY;
}

function optionsOf(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const names = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, text]));
  let values: Readonly<Record<string, unknown>>;
  try {
    const options = { ...names, svg: text, json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
    values = parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageProblem((error as Error).message);
  }
  const refresh = values.refresh === undefined ? undefined : numberOf(values, 'refresh', 1);
  const validity = numberOf(values, 'validity', 30);
  const year: YearOptions = {
    holders: numberOf(values, 'holders', 1_000_000),
    seed: numberOf(values, 'seed', 1),
    msoValidityDays: validity,
    msoRefreshDays: refreshDaysOf(validity, refresh),
    msoRefreshSpreadDays: numberOf(values, 'refresh-spread', Math.max(1, Math.floor(validity / 3))),
    batch: numberOf(values, 'batch', 10),
    spread: numberOf(values, 'spread', 24),
    outageHours: numberOf(values, 'outage', 6),
    notice: numberOf(values, 'notice', 24),
  };
  return {
    year,
    svg: values.svg as string | undefined,
    json: values.json === true,
    help: values.help === true,
  };
}

const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });

function run(args: readonly string[]): void {
  const { year, svg, json, help } = optionsOf(args);
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  const isTerminal = process.stderr.isTTY && !json;
  const { usual, peaks, charts } = simulateYear(year, (done, all) => {
    if (isTerminal) process.stderr.write(`\r${shown(done)} of ${shown(all)} phones`);
  });
  if (isTerminal) process.stderr.write('\r\u001b[K');
  const { holders, msoRefreshDays, batch } = year;
  if (svg !== undefined) {
    const what = `${shown(holders)} phones that fetch ${batch} MSOs every ${msoRefreshDays} days`;
    const found = peaks.map(({ name, perSecond }) => `${name}: ${shown(perSecond)} MSOs a second`).join('; ');
    writeFileSync(svg, pictureOf(`A year of ${what}`, `In the busiest hour, ${found}.`, charts));
  }
  if (json) {
    process.stdout.write(`${JSON.stringify({ ...year, usual, peaks }, null, 2)}\n`);
    return;
  }
  const rows = [
    ['on average', usual] as const,
    ...peaks.map(({ name, perSecond }) => [name, perSecond] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, perSecond]) => `${name.padEnd(width)}  ${shown(perSecond).padStart(9)}`);
  process.stdout.write(`${''.padEnd(width)}  MSOs/s, busiest hour\n${lines.join('\n')}\n`);
}

try {
  run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageProblem)) throw error;
  process.stderr.write(`simulate: ${error.message}\nnpm run simulate -- --help lists the options\n`);
  process.exitCode = 2;
}
