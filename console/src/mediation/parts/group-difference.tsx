import { type GroupChange, groupChanges } from '../../../../src/client/group-changes.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { Difference } from '../../kit/difference.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { useMessages } from '../../messages/index.ts';
import { linesOf } from '../model/draft.ts';
import { priceRatio } from '../model/price-changes.ts';
import { unitsToName } from '../model/units-to-name.ts';
import { useFieldWords } from './field-words.ts';
import { forDifference } from './group-for-diff.ts';
import { useLabels } from './labels.ts';
import { changeText } from './metric-text.ts';

interface GroupDifferenceProps {
  readonly before: MediationGroup;
  readonly after: MediationGroup;
}

const keyOf = (change: GroupChange) =>
  change.kind === 'changed' ? change.path : `${change.kind} ${change.line.id}`;

/** A value after a change; of a price also by how much it changed. */
function After({ change, text }: { readonly change: GroupChange; readonly text: string }) {
  const ratio = priceRatio(change);
  return (
    <>
      <strong>{text}</strong>
      {ratio !== undefined && <span className="soft small nowrap"> {changeText(ratio - 1)}</span>}
    </>
  );
}

/** What differs between two states of a group, value by value; line by line for who wants all of it. */
export function GroupDifference({ before, after }: GroupDifferenceProps) {
  const { common, mediation } = useMessages();
  const { group: words } = mediation;
  const labels = useLabels(unitsToName(linesOf(before), linesOf(after)));
  const text = useFieldWords(after, before);
  const changes = groupChanges(before, after);
  const lines = <Difference before={forDifference(before, labels)} after={forDifference(after, labels)} />;
  if (changes.length === 0) return lines;
  const columns: readonly Column<GroupChange>[] = [
    { key: 'what', head: words.what, isTitle: true, cell: (change) => text.parts(change)[0] },
    { key: 'before', head: common.before, cell: (change) => text.parts(change)[1] },
    {
      key: 'after',
      head: common.after,
      cell: (change) => <After change={change} text={text.parts(change)[2]} />,
    },
  ];
  return (
    <div className="stack tight">
      <Table caption={words.differenceCaption} columns={columns} rows={changes} rowKey={keyOf} />
      <details>
        <summary>{words.lineByLine}</summary>
        {lines}
      </details>
    </div>
  );
}
