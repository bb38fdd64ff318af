import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { useListState } from '../../../frame/list-state.ts';
import { Facts } from '../../../kit/facts.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { onlyGroup, SUMS, useFigures, useWeek } from '../../figures.ts';
import { draftOf } from '../../model/draft.ts';
import { useLabels } from '../../parts/labels.ts';
import { named } from '../../parts/named.ts';
import { RangeTotals } from '../../parts/range-totals.tsx';
import { ReportWarnings } from '../../parts/report-warnings.tsx';
import { Waterfall } from '../../parts/waterfall.tsx';
import { UnitList } from './unit-list.tsx';

/** Waterfall and targeting of a group that the server changes no more. */
export function ArchivedGroup({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { group: words, groups, lines, words: shared } = mediation;
  const { publisherId } = useAccount();
  const { filters } = useListState();
  const labels = useLabels();
  const { mediationGroupId = '', targeting: { platform, format } = {} } = group;
  const draft = draftOf(group);
  const { adUnitIds, targeted, excluded, idfa, priority } = draft;
  const { figures, warnings } = useFigures(mediationGroupId);
  return (
    <>
      <ReportWarnings warnings={warnings} />
      <RangeTotals days={useWeek()} metrics={SUMS} only={onlyGroup(publisherId, mediationGroupId)} />
      <Waterfall
        lines={draft.lines}
        caption={lines.caption}
        ownNetwork={labels.ownNetwork}
        sourceTitle={labels.source}
        adUnitIds={adUnitIds}
        needsMapping={(adSourceId) => labels.needsMapping(adSourceId, { platform, format })}
        marked={filters.line}
        figures={figures}
      />
      <section className="box stack tight" aria-labelledby="targeting-title">
        <h2 id="targeting-title">{words.targeting}</h2>
        <Facts
          facts={[
            [words.platform, named(shared.platforms, platform)],
            [words.format, named(shared.formats, format)],
            [words.adUnits, <UnitList key="units" ids={adUnitIds} />],
            targeted === '' && excluded === '' && [words.regions, groups.everywhere],
            targeted !== '' && [words.targeted, targeted],
            excluded !== '' && [words.excluded, excluded],
            platform === 'IOS' && [words.idfa, named(words.idfaModes, idfa || 'ALL')],
            priority !== '' && [words.priority, priority],
          ]}
        />
      </section>
    </>
  );
}
