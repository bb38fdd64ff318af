import '../../styles/numbers.css';
import { useMessages } from '../../messages/index.ts';
import { type Metric, numberOf, type ReportRow } from '../model/report.ts';
import { changeOf } from '../model/series.ts';
import { ChangeMark } from './change-mark.tsx';
import { changeText, isShare, pointsText, useMetricText } from './metric-text.ts';
import { named } from './named.ts';

interface TotalsProps {
  readonly metrics: readonly Metric[];
  /** The row of the whole range, and that of the range before. */
  readonly now: ReportRow | undefined;
  readonly then: ReportRow | undefined;
}

/** The sums of a range beside those of the range before. */
export function Totals({ metrics, now, then }: TotalsProps) {
  const { mediation } = useMessages();
  const { reports: words } = mediation;
  const text = useMetricText();
  const of = (row: ReportRow | undefined, metric: Metric) => numberOf(row?.metricValues[metric]);
  const markOf = (metric: Metric) => {
    const values = [of(now, metric), of(then, metric)] as const;
    const [value = 0, earlier = 0] = values;
    const change = changeOf(...values);
    const differs = isShare(metric) ? words.points(pointsText(value - earlier)) : changeText(change ?? 0);
    return <ChangeMark change={change} text={differs} />;
  };
  return (
    <dl className="tiles">
      {metrics.map((metric) => (
        <div key={metric} className="tile">
          <dt className="soft small">{named(words.metricNames, metric)}</dt>
          <dd>
            <strong>{text(metric, of(now, metric))}</strong>
            {markOf(metric)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
