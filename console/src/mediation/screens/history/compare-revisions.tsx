import { useState } from 'react';
import { groupChanges } from '../../../../../src/client/group-changes.ts';
import { methodWord } from '../../../../../src/client/group-text.ts';
import type { MediationGroup, MediationGroupRevision } from '../../../../../src/mediation/contract/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { FilterRow } from '../../../kit/filters.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
import { formattingLocale, shortDayText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMediation } from '../../api.ts';
import { GroupDifference } from '../../parts/group-difference.tsx';

export interface Pair {
  readonly from: number;
  readonly to: number;
}

interface ChooserProps {
  /** The revision that the group has now. */
  readonly last: number;
  /** Those on this page of the list. */
  readonly revisions: readonly MediationGroupRevision[];
  readonly onChoose: (pair: Pair) => void;
}

/** The newest revisions that can be chosen, beside those on the page of the list. */
const NEWEST = 200;

/** Two revisions. Those on other pages of the list are shown by their numbers alone. */
export function PairChooser({ last, revisions, onChoose }: ChooserProps) {
  const { changeWords, mediation } = useMessages();
  const { history: words } = mediation;
  const [pair, setPair] = useState({ from: Math.max(1, last - 1), to: last });
  const known = new Map(
    revisions.map(({ revision = last, method = '', createTime = '' }) => [
      revision,
      words.option(
        methodWord(changeWords.methods, method),
        shortDayText(Date.parse(createTime), formattingLocale()),
      ),
    ]),
  );
  const newest = Array.from({ length: Math.min(last, NEWEST) }, (_, index) => last - index);
  const options = [...new Set([...newest, ...known.keys(), pair.from, pair.to])]
    .sort((one, other) => other - one)
    .map((number) => ({ value: String(number), text: `${number}${known.get(number) ?? ''}` }));
  const select = (side: 'from' | 'to') => (
    <Field label={words[side]}>
      <Select
        value={String(pair[side])}
        options={options}
        onChange={(number) => setPair({ ...pair, [side]: Number(number) })}
      />
    </Field>
  );
  return (
    <FilterRow>
      {select('from')}
      {select('to')}
      <Button onClick={() => onChoose(pair)}>{words.compare}</Button>
    </FilterRow>
  );
}

interface ComparisonProps extends Pair {
  readonly on: string;
  readonly onClose: () => void;
}

function Differences({ before, after }: { readonly before: MediationGroup; readonly after: MediationGroup }) {
  const { mediation } = useMessages();
  if (groupChanges(before, after).length === 0) return <Notice>{mediation.history.same}</Notice>;
  return <GroupDifference before={before} after={after} />;
}

/** What differs between two revisions, value by value. */
export function Comparison({ on, from, to, onClose }: ComparisonProps) {
  const { mediation } = useMessages();
  const { history: words } = mediation;
  const read = (revision: number) => ({ on, query: { revision } });
  const before = useMediation('accounts.mediationGroups.get', read(from), { enabled: from > 0 });
  const after = useMediation('accounts.mediationGroups.get', read(to));
  return (
    <section className="stack tight" aria-labelledby="comparison-title">
      <Headed actions={<Button onClick={onClose}>{words.closeComparison}</Button>}>
        <h2 id="comparison-title">{words.compared(from, to)}</h2>
      </Headed>
      {from === 0 ? (
        <Notice>{words.firstRevision}</Notice>
      ) : (
        <Loaded query={before}>
          {(one) => <Loaded query={after}>{(other) => <Differences before={one} after={other} />}</Loaded>}
        </Loaded>
      )}
    </section>
  );
}
