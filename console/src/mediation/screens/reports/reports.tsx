import { dateText } from '../../../../../src/client/record-text.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Button } from '../../../kit/button.tsx';
import { csvText } from '../../../kit/csv.ts';
import { download } from '../../../kit/download.ts';
import { Headed } from '../../../kit/headed.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Empty, Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { daysText, formattingLocale, monthText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { type Days, lastDays, partOf, periodOf } from '../../model/days.ts';
import {
  type Chosen,
  cellsOf,
  type Dimension,
  dimensionText,
  METRICS,
  type Metric,
  metricText,
  type ReportRow,
  SPLITS,
  TIMES,
  usualSort,
} from '../../model/report.ts';
import { named } from '../../parts/named.ts';
import { RangeTotals, useSums } from '../../parts/range-totals.tsx';
import { ReportWarnings } from '../../parts/report-warnings.tsx';
import { type Report, useReport, useWholeReport } from '../../reports.ts';
import { Charts } from './charts.tsx';
import { Choices } from './choices.tsx';

/** Rows on the page; the file has all of them. */
const SHOWN = 500;
const DAYS = 28;

const chosenOf = (filters: Readonly<Record<string, string>>, zone: string): Chosen => {
  const usual = lastDays(DAYS, zone);
  const { from = usual.from, to = usual.to, time = 'DATE', splits = 'none', sort } = filters;
  const { metrics = 'ESTIMATED_EARNINGS,OBSERVED_ECPM,IMPRESSIONS' } = filters;
  const some = <Name extends string>(all: readonly Name[], text: string) =>
    all.filter((one) => text.split(',').includes(one));
  const dimensions: readonly Dimension[] = [...some(TIMES, time), ...some(SPLITS, splits)];
  const shown: readonly Metric[] = some(METRICS, metrics);
  const columns = [...dimensions, ...shown];
  return {
    from,
    to,
    dimensions,
    metrics: shown,
    sort: columns.find((one) => one === sort) ?? usualSort(columns),
    rows: SHOWN,
  };
};

const keyOf = ({ dimensionValues }: ReportRow) =>
  Object.values(dimensionValues)
    .map(({ value }) => value)
    .join(' ');

interface ValueProps {
  readonly row: ReportRow;
  readonly dimension: Dimension;
  readonly range: Days;
}

/** A value of a dimension. The range may cut the first and the last week or month, whose numbers are then lower. */
function Value({ row, dimension, range }: ValueProps) {
  const { mediation } = useMessages();
  const locale = formattingLocale();
  const text = dimensionText(row, dimension);
  if (dimension !== 'WEEK' && dimension !== 'MONTH')
    return dateText(text, locale) || <span className="soft">–</span>;
  const part = partOf(periodOf(text), range);
  return (
    <span className="pair">
      {dimension === 'MONTH' ? monthText(text) : dateText(text, locale)}
      {part && (
        <span className="soft small">{mediation.reports.partial(daysText(part.from, part.to, locale))}</span>
      )}
    </span>
  );
}

function useColumns({ dimensions, metrics, ...range }: Chosen): readonly Column<ReportRow>[] {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const { currency } = useAccount();
  const locale = formattingLocale();
  return [
    ...dimensions.map((dimension) => ({
      key: dimension,
      head: named(words.dimensionNames, dimension),
      cell: (row: ReportRow) => <Value row={row} dimension={dimension} range={range} />,
    })),
    ...metrics.map((metric) => ({
      key: metric,
      head: named(words.metricNames, metric),
      isNumber: true,
      cell: (row: ReportRow) => metricText(row.metricValues[metric], currency, locale),
    })),
  ];
}

function useFile(chosen: Chosen): () => Promise<void> {
  const { mediation, common } = useMessages();
  const { reports: words } = mediation;
  const whole = useWholeReport();
  const say = useSay();
  return async () => {
    const { dimensions, metrics, from, to } = chosen;
    const heads = [
      ...dimensions.flatMap((dimension) => {
        const name = named(words.dimensionNames, dimension);
        return [name, words.label(name)];
      }),
      ...metrics.map((metric) => named(words.metricNames, metric)),
    ];
    try {
      const { rows } = await whole(chosen);
      download(
        `report-${from}-${to}.csv`,
        csvText(
          heads,
          rows.map((row) => cellsOf(row, chosen)),
        ),
      );
    } catch (error) {
      say(error instanceof Error ? error.message : common.errorTitle);
    }
  };
}

/** Why there are no rows. Numbers may still arrive for a range that ends today or yesterday; older ranges stay empty. */
function NoNumbers({ chosen: { from, to } }: { readonly chosen: Chosen }) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const { set } = useListState();
  const { zone } = useAccount();
  if (to >= lastDays(DAYS, zone).to) return <Empty title={words.emptyTitle}>{words.emptyText}</Empty>;
  return (
    <Empty title={words.emptyTitle}>
      <p>{words.emptyPast(daysText(from, to, formattingLocale()))}</p>
      <Button onClick={() => set({ from: undefined, to: undefined })}>{words.showLast(DAYS)}</Button>
    </Empty>
  );
}

function Result({ report, chosen }: { readonly report: Report; readonly chosen: Chosen }) {
  const { common, mediation } = useMessages();
  const { reports: words } = mediation;
  const { rows, matching, warnings } = report;
  const columns = useColumns(chosen);
  const saveFile = useFile(chosen);
  const sums = useSums(chosen, { metrics: chosen.metrics }).data?.rows[0];
  if (rows.length === 0) return <NoNumbers chosen={chosen} />;
  return (
    <>
      <ReportWarnings warnings={warnings} />
      <Headed actions={<Button onClick={() => void saveFile()}>{common.exportCsv}</Button>}>
        <h2>{words.caption}</h2>
      </Headed>
      {rows.length < Number(matching) && (
        <p className="soft">
          {words.shown(rows.length, Number(matching).toLocaleString(formattingLocale()))}
        </p>
      )}
      <Table
        caption={words.caption}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        total={rows.length > 1 && sums ? { row: sums, text: words.total } : undefined}
      />
    </>
  );
}

export function Reports() {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const { filters, set } = useListState();
  const { zone } = useAccount();
  const chosen = chosenOf(filters, zone);
  const [metric] = chosen.metrics;
  const query = useReport(chosen, metric !== undefined);
  return (
    <Page title={words.title} lead={`${words.lead} ${mediation.words.days(zone)}`}>
      <Choices chosen={chosen} onChange={set} />
      {metric === undefined ? (
        <p className="soft">{words.noMetric}</p>
      ) : (
        <>
          <RangeTotals days={chosen} metrics={chosen.metrics} />
          <Charts chosen={chosen} />
          <Loaded query={query}>{(report) => <Result report={report} chosen={chosen} />}</Loaded>
        </>
      )}
    </Page>
  );
}
