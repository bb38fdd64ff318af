import { useMemo } from 'react';
import { Link } from '../../../frame/navigation.tsx';
import { Page } from '../../../frame/page.tsx';
import { Empty, Loaded } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { SUMS, useWeek } from '../../figures.ts';
import { before, lastDays, withBefore } from '../../model/days.ts';
import { type Metric, wholeRange } from '../../model/report.ts';
import { seriesOf } from '../../model/series.ts';
import { DayChart } from '../../parts/day-chart.tsx';
import { RangeTotals } from '../../parts/range-totals.tsx';
import { ReportWarnings } from '../../parts/report-warnings.tsx';
import { useReport } from '../../reports.ts';
import { ExperimentList } from './experiment-list.tsx';
import { FindingList } from './finding-list.tsx';
import { GroupFigures } from './group-figures.tsx';
import { RecentChanges } from './recent-changes.tsx';

const TREND_DAYS = 28;
const TREND: readonly Metric[] = ['ESTIMATED_EARNINGS'];

/** Revenue by day, beside the four weeks before. */
function Trend() {
  const { mediation } = useMessages();
  const { overview: words, reports } = mediation;
  const { zone } = useAccount();
  const { from, to } = lastDays(TREND_DAYS, zone);
  const days = useMemo(() => ({ from, to }), [from, to]);
  const query = useReport(wholeRange(withBefore(days), { dimensions: ['DATE'], metrics: TREND }), true);
  const { data } = query;
  const [series, [past]] = useMemo(() => {
    const by = 'ESTIMATED_EARNINGS';
    const rows = data?.rows ?? [];
    return [
      seriesOf(rows, by, { days, by, all: reports.thisPeriod }),
      seriesOf(rows, by, { days: before(days), by, all: reports.periodBefore }),
    ];
  }, [data, days, reports]);
  return (
    <Loaded query={query}>
      {({ warnings }) =>
        series.length === 0 ? (
          <>
            <ReportWarnings warnings={warnings} />
            <Empty title={reports.emptyTitle}>{words.noNumbers}</Empty>
          </>
        ) : (
          <>
            <ReportWarnings warnings={warnings} />
            <DayChart
              title={words.trend}
              metric="ESTIMATED_EARNINGS"
              days={days}
              series={series}
              earlier={past}
              height={220}
            />
          </>
        )
      }
    </Loaded>
  );
}

/** The first screen: what the account earns, what runs, what changed, and what is probably wrong. */
export function Overview() {
  const { mediation } = useMessages();
  const { overview: words } = mediation;
  const { publisherId, zone } = useAccount();
  const week = useWeek();
  return (
    <Page
      title={words.title}
      lead={`${words.lead} ${mediation.words.days(zone)}`}
      actions={
        <Link className="button" to={`/${publisherId}/reports`}>
          {words.toReports}
        </Link>
      }
    >
      <RangeTotals days={week} metrics={SUMS} />
      <Trend />
      <GroupFigures />
      <div className="columns">
        <ExperimentList />
        <FindingList />
      </div>
      <RecentChanges />
    </Page>
  );
}
