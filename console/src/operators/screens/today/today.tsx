import '../../../styles/today.css';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { useSession } from '../../../frame/session.tsx';
import { Select } from '../../../kit/field.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded, Loading } from '../../../kit/states.tsx';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useHasMethod, useMayCall } from '../../api.ts';
import { useMayApprove } from '../approvals/approval-parts.tsx';
import { attentionOf, checkedTime, countText } from './attention.ts';
import { FirstStart } from './first-start.tsx';
import { Funnel } from './funnel.tsx';
import { Forecast, Load } from './load.tsx';
import { Needs } from './needs.tsx';
import { Refusals } from './refusals.tsx';

const COUNTS_EVERY = 30_000;
const FINDINGS_EVERY = 2 * 60_000;
const SERIES_EVERY = 5 * 60_000;

/** Work that needs a person, then charts. */
export function Today() {
  const { today: words } = useMessages();
  const hasIssuer = useHasMethod()('getCounts');
  const holders = useAdmin('listHolders', { pageSize: 1 }, { enabled: hasIssuer });
  const isFirst = holders.data?.holders.length === 0;
  if (!hasIssuer)
    return (
      <Page title={words.title}>
        <WhatNeedsAPerson />
      </Page>
    );
  return (
    <Page title={words.title}>
      {holders.isLoading ? <Loading isHidden /> : isFirst && <FirstStart />}
      <Counted />
      {!isFirst && <Pictures />}
    </Page>
  );
}

function Counted() {
  const query = useAdmin('getCounts', {}, { every: COUNTS_EVERY });
  return <Loaded query={query}>{(counts) => <WhatNeedsAPerson counts={counts} />}</Loaded>;
}

/** `counts`: absent without the issuer interface. */
function WhatNeedsAPerson({ counts }: { readonly counts?: AdminResponse<'getCounts'> }) {
  const { today: words } = useMessages();
  const { session } = useSession();
  const mayApprove = useMayApprove();
  const locale = formattingLocale();
  const approvals = useAdmin('listApprovals', { state: 'awaited', pageSize: 100 }, { every: COUNTS_EVERY });
  const approved = useAdmin('listApprovals', { state: 'approved', pageSize: 100 }, { every: COUNTS_EVERY });
  const mayCall = useMayCall();
  const hasKeys = counts !== undefined && mayCall('listKeys');
  const stored = useAdmin('listKeys', {}, { every: COUNTS_EVERY, enabled: hasKeys });
  const findings = useAdmin('getFindings', {}, { every: FINDINGS_EVERY, enabled: mayCall('getFindings') });
  const own = approved.data?.approvals.filter(({ requestedBy }) => requestedBy === session.person.id) ?? [];
  const challenged = counts?.proofings.challenged;
  if (approvals.isLoading || approved.isLoading) return <Loading />;
  return (
    <Needs
      isReading={findings.isLoading || stored.isLoading}
      attention={attentionOf(counts, locale, {
        awaited: approvals.data?.approvals ?? [],
        approvalsForMe: (approvals.data?.approvals ?? []).filter(mayApprove),
        approvedOwn: own.length,
        stored: stored.data?.keys ?? [],
        findings: findings.data?.findings ?? [],
      })}
      time={checkedTime(counts?.time, findings.data?.time) ?? new Date(approvals.dataUpdatedAt).toISOString()}
      challenged={challenged?.count ? words.challenged(countText(challenged, locale)) : undefined}
    />
  );
}

const DAYS = ['1', '7', '14'] as const;

function Pictures() {
  const { today: words } = useMessages();
  const list = useListState();
  const days = DAYS.find((one) => one === list.filters.days) ?? '7';
  const query = useAdmin('getSeries', { days: Number(days) }, { every: SERIES_EVERY });
  return (
    <>
      <Headed
        actions={
          <Select
            label={words.days}
            value={days}
            options={DAYS.map((value) => ({ value, text: words.daysText(Number(value)) }))}
            onChange={(value) => list.set({ days: value === '7' ? undefined : value })}
          />
        }
      >
        <h2>{words.activity}</h2>
      </Headed>
      <Loaded query={query}>
        {(series) => (
          <>
            <section className="box stack" aria-labelledby="heat">
              <h2 id="heat">{words.heat}</h2>
              <Refusals series={series} />
            </section>
            <section className="box stack" aria-labelledby="funnel">
              <h2 id="funnel">{words.funnel}</h2>
              <Funnel funnel={series.funnel} />
            </section>
            <section className="box stack" aria-labelledby="load">
              <h2 id="load">{words.load}</h2>
              <Load series={series} />
            </section>
            <h2>{words.next}</h2>
            <section className="box stack" aria-labelledby="forecast">
              <h2 id="forecast">{words.forecast}</h2>
              <Forecast series={series} />
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}
