import '../../../styles/filters.css';
import { type FormEvent, useState } from 'react';
import { groupChanges } from '../../../../../src/client/group-changes.ts';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Button } from '../../../kit/button.tsx';
import { Field, TextInput } from '../../../kit/field.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
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
  readonly onChoose: (pair: Pair) => void;
}

/** Two revisions by their numbers: they may be on different pages of the list. */
export function PairChooser({ last, onChoose }: ChooserProps) {
  const { mediation } = useMessages();
  const { history: words } = mediation;
  const [values, setValues] = useState({ from: String(Math.max(1, last - 1)), to: String(last) });
  const [isWrong, setWrong] = useState<{ readonly from?: boolean; readonly to?: boolean }>({});
  const isRevision = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= last;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = { from: !isRevision(values.from), to: !isRevision(values.to) };
    setWrong(wrong);
    if (!wrong.from && !wrong.to) onChoose({ from: Number(values.from), to: Number(values.to) });
  };
  const input = (side: 'from' | 'to') => (
    <Field label={words[side]} problem={isWrong[side] ? words.number(last) : undefined}>
      <TextInput
        value={values[side]}
        onChange={(text) => setValues({ ...values, [side]: text })}
        inputMode="numeric"
        autoComplete="off"
        size={6}
      />
    </Field>
  );
  return (
    <form className="filters" onSubmit={submit} noValidate>
      {input('from')}
      {input('to')}
      <Button type="submit">{words.compare}</Button>
    </form>
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
