import { useMemo } from 'react';
import { Figure } from '../../../kit/figure.tsx';
import { Picture } from '../../../kit/picture.tsx';
import { peakOf } from '../../../kit/steps.ts';
import { Table } from '../../../kit/table.tsx';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import {
  type Chosen,
  dimensionText,
  type Metric,
  metricText,
  type ReportRow,
  stepsOf,
} from '../../model/report.ts';
import { named } from '../../parts/named.ts';
import { useReport } from './use-report.ts';

/** Ten years: as many days as a range can show. */
const MOST_DAYS = 3660;

interface ChartProps {
  readonly rows: readonly ReportRow[];
  readonly chosen: Chosen;
  readonly metric: Metric;
}

function Chart({ rows, chosen: { from, to }, metric }: ChartProps) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const { currency } = useAccount();
  const locale = formattingLocale();
  const steps = useMemo(() => stepsOf(rows, metric, from, to), [rows, metric, from, to]);
  const peak = peakOf(steps);
  const name = named(words.metricNames, metric);
  const mark = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const text = (row: ReportRow) => metricText(row.metricValues[metric], currency, locale);
  const most = rows.find(
    (row) => peak && dimensionText(row, 'DATE') === new Date(peak.time).toISOString().slice(0, 10),
  );
  if (!peak || !most) return null;
  return (
    <Figure
      finding={words.finding(name, text(most), mark.format(peak.time))}
      table={
        <Table
          caption={words.chartCaption}
          rows={rows}
          rowKey={(row) => dimensionText(row, 'DATE')}
          columns={[
            { key: 'day', head: words.dimensionNames.DATE, cell: (row) => dimensionText(row, 'DATE') },
            { key: 'value', head: name, isNumber: true, cell: text },
          ]}
        />
      }
    >
      <Picture
        steps={steps}
        timeText={(time) => mark.format(time)}
        valueText={(value) => value.toLocaleString(locale, { maximumFractionDigits: 2 })}
      />
    </Figure>
  );
}

/** The first metric by day, of the whole account. */
export function ByDay({ chosen, metric }: { readonly chosen: Chosen; readonly metric: Metric }) {
  const { from, to } = chosen;
  const byDay: Chosen = { from, to, dimensions: ['DATE'], metrics: [metric], sort: 'DATE', rows: MOST_DAYS };
  const { data } = useReport(byDay, true);
  return data && data.rows.length > 1 ? <Chart rows={data.rows} chosen={chosen} metric={metric} /> : null;
}
