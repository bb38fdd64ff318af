import { csvRow } from '../../../../conventions/csv.ts';
import type { ReportMessage } from '../../../../mediation/contract/report-answer.ts';
import { type TableOptions, table } from '../../../table/table.ts';
import { decimal } from '../../text/money.ts';
import { heading } from './names.ts';
import type { Asked } from './spec.ts';

export type Row = NonNullable<ReportMessage['row']>;
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

const CENT = 10_000n;

/** Rounded half up to two decimals, without a float. */
function cents(micros: string): string {
  const amount = BigInt(micros);
  const rounded = ((amount < 0n ? -amount : amount) + CENT / 2n) / CENT;
  const text = decimal(String(rounded * CENT));
  return amount < 0n && rounded > 0n ? `-${text}` : text;
}

/** For people: two decimals, and rates in percent. */
function shown(metric: Metric | undefined): string {
  if (metric?.microsValue !== undefined) return cents(metric.microsValue);
  if (metric?.doubleValue !== undefined) return `${(metric.doubleValue * 100).toFixed(1)} %`;
  return metric?.integerValue ?? '-';
}

/** For programs: exact. */
const exact = (metric: Metric | undefined): string =>
  metric?.microsValue !== undefined
    ? decimal(metric.microsValue)
    : (metric?.integerValue ?? String(metric?.doubleValue ?? ''));

/** Cells of one column, aligned to the right. */
function toTheRight(head: string, cells: readonly string[]): readonly string[] {
  const width = Math.max(head.length, ...cells.map(({ length }) => length));
  return [head, ...cells].map((cell) => cell.padStart(width));
}

/** Dimensions that the rows have: an ad unit brings its app along. */
export function rowDimensions(rows: readonly Row[], asked: readonly string[]): readonly string[] {
  const more = Object.keys(rows[0]?.dimensionValues ?? {}).filter((name) => !asked.includes(name));
  return [...more, ...asked];
}

export function reportTable(
  rows: readonly Row[],
  { dimensions: asked, metrics }: Asked,
  options: TableOptions = {},
): string {
  if (rows.length === 0) return 'No data for these days.';
  const dimensions = rowDimensions(rows, asked);
  const amounts = metrics.map((name) =>
    toTheRight(
      heading(name),
      rows.map(({ metricValues = {} }) => shown(metricValues[name])),
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
export function reportCsv(rows: readonly Row[], { dimensions: asked, metrics }: Asked): string {
  const dimensions = rowDimensions(rows, asked);
  const withLabels = (row: Row | undefined, name: string) =>
    row === undefined
      ? [name, ...(LABELLED.includes(name) ? [`${name}_NAME`] : [])]
      : [textOf(row, name), ...(LABELLED.includes(name) ? [labelOf(row, name)] : [])];
  const head = [...dimensions.flatMap((name) => withLabels(undefined, name)), ...metrics];
  const body = rows.map((row) => [
    ...dimensions.flatMap((name) => withLabels(row, name)),
    ...metrics.map((name) => exact(row.metricValues?.[name])),
  ]);
  return [head, ...body].map(csvRow).join('\n');
}
