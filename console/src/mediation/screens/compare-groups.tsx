import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { useListState } from '../../frame/list-state.ts';
import { Link } from '../../frame/navigation.tsx';
import { Page } from '../../frame/page.tsx';
import { Field, Select } from '../../kit/field.tsx';
import { FilterRow } from '../../kit/filters.tsx';
import { Empty, Loaded } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useMediation } from '../api.ts';
import { useAllGroups } from '../data.ts';
import { draftOf, linesOf } from '../model/draft.ts';
import { unitsToName } from '../model/units-to-name.ts';
import { forDifference } from '../parts/group-for-diff.ts';
import { useLabels } from '../parts/labels.ts';
import { SideBySide } from '../parts/side-by-side.tsx';
import { pricesOf, useScale, Waterfall } from '../parts/waterfall.tsx';
import { WithNames } from '../parts/with-names.tsx';

/** Two groups side by side on one scale. The address names them. */
export function CompareGroups() {
  const { common, mediation } = useMessages();
  const { group: words } = mediation;
  const { name, publisherId } = useAccount();
  const { filters, set } = useListState();
  const all = useAllGroups();
  const { data: groups = [] } = all;
  const { a = '', b = '' } = filters;
  const read = (id: string) => ({ on: `${name}/mediationGroups/${id}` });
  const first = useMediation('accounts.mediationGroups.get', read(a), { enabled: a !== '' });
  const second = useMediation('accounts.mediationGroups.get', read(b), { enabled: b !== '' });
  const options = [
    { value: '', text: common.choose },
    ...groups.map(({ mediationGroupId = '', displayName = '' }) => ({
      value: mediationGroupId,
      text: displayName,
    })),
  ];
  return (
    <Page
      title={words.compareTitle}
      back={<Link to={`/${publisherId}/groups`}>{mediation.overview.allGroups}</Link>}
      lead={words.compareLead}
    >
      <FilterRow>
        <Field label={words.compareFirst}>
          <Select value={a} options={options} onChange={(id) => set({ a: id || undefined })} />
        </Field>
        <Field label={words.compareSecond}>
          <Select value={b} options={options} onChange={(id) => set({ b: id || undefined })} />
        </Field>
      </FilterRow>
      {a === '' || b === '' ? (
        <Empty title={words.chooseTwo} />
      ) : (
        <WithNames>
          {/* Names in the choices may make them wider, and move what is below. */}
          <Loaded query={first} also={[all]}>
            {(one) => <Loaded query={second}>{(other) => <Compared one={one} other={other} />}</Loaded>}
          </Loaded>
        </WithNames>
      )}
    </Page>
  );
}

function Compared({ one, other }: { readonly one: MediationGroup; readonly other: MediationGroup }) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const labels = useLabels(unitsToName(linesOf(one), linesOf(other)));
  const drafts = [one, other].map((group) => ({ group, lines: draftOf(group).lines }));
  const { scale, toggle } = useScale(drafts.flatMap(({ lines }) => pricesOf(lines)));
  const comparable = (group: MediationGroup) => {
    const { displayName: _, ...compared } = forDifference(group, labels, false);
    return compared;
  };
  return (
    <>
      {toggle}
      <div className="columns">
        {drafts.map(({ group, lines }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two places are fixed.
          <section key={index} className="stack tight" aria-label={group.displayName}>
            <h2>{group.displayName}</h2>
            <Waterfall
              lines={lines}
              caption={group.displayName ?? ''}
              ownNetwork={labels.ownNetwork}
              sourceTitle={labels.source}
              scale={scale}
              isCompact
            />
          </section>
        ))}
      </div>
      <h2>{words.compareDifference}</h2>
      <SideBySide
        before={comparable(one)}
        after={comparable(other)}
        heads={[one.displayName ?? '', other.displayName ?? '']}
        shorts={words.compareShort}
        same={words.compareSame}
      />
    </>
  );
}
