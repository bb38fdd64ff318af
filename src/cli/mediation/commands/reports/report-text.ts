import { csvRow } from '../../../../conventions/csv.ts';
import { percentText } from '../../../../conventions/percent.ts';
import type { ReportMessage } from '../../../../mediation/contract/report-answer.ts';
import { type TableOptions, table } from '../../../table/table.ts';
import { decimal, decimalsOf } from '../../text/money.ts';
import { heading } from './names.ts';
import type { ReportRequest } from './spec.ts';

export type Row = NonNullable<ReportMessage['row']>;
/** What was asked for, and the currency of the answer. */
interface Told extends ReportRequest {
  readonly currency?: string | undefined;
}

type Metric = NonNullable<Row['metricValues']>[string];

/** Ids that say nothing to a person: CSV has them and their labels. */
const LABELLED = ['APP', 'AD_UNIT', 'AD_SOURCE', 'AD_SOURCE_INSTANCE', 'MEDIATION_GROUP'];

/** `20260301` as 2026-03-01, `202603` as 2026-03. */
const dated = (dimension: string, value: string) =>
  ['DATE', 'WEEK', 'MONTH'].includes(dimension)
    ? value.replace(/^(\d{4})(\d\d)(\d\d)?$/, (_, y, m, d) =>
        [y, m, ...(d === undefined ? [] : [d])].join('-'),
      )
    : value;

const textOf = ({ dimensionValues = {} }: Row, dimension: string) =>
  dated(dimension, dimensionValues[dimension]?.value ?? '');
const labelOf = ({ dimensionValues = {} }: Row, dimension: string) =>
  dimensionValues[dimension]?.displayLabel ?? textOf({ dimensionValues }, dimension);

/** Rounded half up to so many decimals, without a float. */
function rounded(micros: string, decimals: number): string {
  const unit = 10n ** BigInt(6 - decimals);
  const amount = BigInt(micros);
  const units = ((amount < 0n ? -amount : amount) + unit / 2n) / unit;
  const text = decimal(String(units * unit), decimals);
  return amount < 0n && units > 0n ? `-${text}` : text;
}

/** For people: money in the decimals of its currency, and rates in percent. */
function shown(metric: Metric | undefined, decimals: number): string {
  if (metric?.microsValue !== undefined) return rounded(metric.microsValue, decimals);
  if (metric?.doubleValue !== undefined) return percentText(metric.doubleValue);
  return metric?.integerValue ?? '-';
}

/** For programs: exact. */
const exact = (metric: Metric | undefined, decimals: number): string =>
  metric?.microsValue !== undefined
    ? decimal(metric.microsValue, decimals)
    : (metric?.integerValue ?? String(metric?.doubleValue ?? ''));

/** Cells of one column, aligned to the right. */
function toTheRight(head: string, cells: readonly string[]): readonly string[] {
  const width = Math.max(head.length, ...cells.map(({ length }) => length));
  return [head, ...cells].map((cell) => cell.padStart(width));
}

/** Dimensions that the rows have: an ad unit brings its app along, which comes before it. */
function rowDimensions(rows: readonly Row[], asked: readonly string[]): readonly string[] {
  const more = Object.keys(rows[0]?.dimensionValues ?? {}).filter((name) => !asked.includes(name));
  return asked.flatMap((name) => (name === 'AD_UNIT' ? [...more, name] : [name]));
}

export function reportTable(
  rows: readonly Row[],
  { dimensions: asked, metrics, currency = 'USD' }: Told,
  options: TableOptions = {},
): string {
  if (rows.length === 0) return 'No data for these days.';
  const dimensions = rowDimensions(rows, asked);
  const amounts = metrics.map((name) =>
    toTheRight(
      heading(name),
      rows.map(({ metricValues = {} }) => shown(metricValues[name], decimalsOf(currency))),
    ),
  );
  const heads = dimensions.map(heading);
  const cells = rows.map((row, at) => [
    ...dimensions.map((name) => labelOf(row, name)),
    ...amounts.map((column) => column[at + 1] ?? ''),
  ]);
  const flexible = heads.filter((_, at) => !['DATE', 'WEEK', 'MONTH'].includes(dimensions[at] ?? ''));
  return table([...heads, ...amounts.map(([head = '']) => head)], cells, {
    wide: options.wide,
    cut: flexible,
  });
}

/** RFC 4180. Amounts are exact, with a point. */
export function reportCsv(
  rows: readonly Row[],
  { dimensions: asked, metrics, currency = 'USD' }: Told,
): string {
  const dimensions = rowDimensions(rows, asked);
  const withLabels = (row: Row | undefined, name: string) =>
    row === undefined
      ? [name, ...(LABELLED.includes(name) ? [`${name}_NAME`] : [])]
      : [textOf(row, name), ...(LABELLED.includes(name) ? [labelOf(row, name)] : [])];
  const head = [...dimensions.flatMap((name) => withLabels(undefined, name)), ...metrics];
  const body = rows.map((row) => [
    ...dimensions.flatMap((name) => withLabels(row, name)),
    ...metrics.map((name) => exact(row.metricValues?.[name], decimalsOf(currency))),
  ]);
  return [head, ...body].map(csvRow).join('\n');
}
