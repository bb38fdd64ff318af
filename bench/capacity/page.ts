import measured from './measured.json' with { type: 'json' };
import { ASSUMED, coresFor, HOLDERS, listsAt, signedPerSecond, storedAt } from './scale.ts';
import year from './year.json' with { type: 'json' };

const number = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 2 });

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

function size(bytes: number): string {
  const unit = Math.floor(Math.log10(Math.max(bytes, 1)) / 3);
  return `${number(bytes / 1000 ** unit)} ${UNITS[unit]}`;
}

const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const holders = HOLDERS.map((count) => `${count / 1e6} M holders`);

function storage(): string {
  const all = HOLDERS.map((count) => storedAt(count, measured, 'postgres'));
  const rows = all[0]!.map(({ name }, index) => [
    name,
    ...all.map((stored) => `${number(stored[index]!.rows / 1e6)} M rows, ${size(stored[index]!.bytes)}`),
  ]);
  const total = (database: 'postgres' | 'sqlite') =>
    HOLDERS.map((count) =>
      size(storedAt(count, measured, database).reduce((sum, { bytes }) => sum + bytes, 0)),
    );
  return tableOf(
    ['PostgreSQL', ...holders],
    [...rows, ['**all**', ...total('postgres')], ['the same on SQLite', ...total('sqlite')]],
  );
}

const SCHEDULES = [
  [7, 10],
  [14, 10],
  [30, 10],
  [30, 30],
  [60, 10],
] as const;

function signing(): string {
  const rows = SCHEDULES.map(([days, batch]) => [
    `${days} days, ${batch} keys`,
    ...HOLDERS.map((count) => {
      const rate = signedPerSecond(count, days, batch);
      return `${number(rate)}/s, ${number(coresFor(rate, batch, measured))} cores`;
    }),
  ]);
  return tableOf(['validity, keys in a request', ...holders], rows);
}

function peaks(): string {
  const rows = year.peaks.map(({ name, perSecond }) => [
    name,
    number(perSecond / year.usual),
    ...HOLDERS.map((count) => {
      const rate = (perSecond * count) / year.holders;
      return `${number(rate)}/s, ${number(coresFor(rate, year.batch, measured))} cores`;
    }),
  ]);
  return tableOf(['busiest hour', 'times the average', ...holders], rows);
}

function lists(): string {
  const all = HOLDERS.map((count) => listsAt(count, measured));
  return tableOf(
    ['status lists', ...holders],
    [
      ['lists', ...all.map((one) => number(one.lists))],
      ['bytes that readers can fetch, 1% revoked', ...all.map((one) => size(one.bytes))],
      ['cores, published each hour', ...all.map((one) => number(one.cores))],
    ],
  );
}

/** What the primary of the database writes in the worst hour of the largest issuer. */
function primary(): string {
  const worst = Math.max(...year.peaks.map(({ perSecond }) => perSecond));
  const msos = (worst * HOLDERS.at(-1)!) / year.holders;
  const rows = size(msos * measured.bytes.postgres.mso);
  return `If ${holders.at(-1)} are notified of a compromise within ${year.notice} hours, the primary writes ${number(msos / year.batch)} requests with ${rows} of MSOs a second.`;
}

const { microseconds, on, date, credentials } = measured;

/** The generated parts of docs/explain/scale.md. */
export const SCALE_PARTS: Readonly<Record<string, () => string>> = {
  measured: () =>
    `Measured on ${date}, on ${on}: a refresh takes ${number(microseconds.perRefresh / 1000)} ms of processor time and each of its ` +
    `MSOs ${number(microseconds.perMso / 1000)} ms; bytes of rows in databases with ${number(credentials)} credentials. ` +
    `Assumed: MSOs are valid for ${ASSUMED.validityDays} days, a request has ${ASSUMED.batch} keys, ${ASSUMED.newHolders * 100}% of ` +
    'the holders get a new credential each year.',
  storage,
  signing,
  peaks,
  lists,
  primary,
};
