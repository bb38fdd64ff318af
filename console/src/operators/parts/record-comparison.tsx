import { namespaceText, rowsOf, withoutRepeats } from '../../../../src/client/record-text.ts';
import { Badge } from '../../kit/badge.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Time } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { type Element, isPortrait, Value } from './record.tsx';
import type { RecordAnswer } from './record-query.ts';

/** Elements that a reviewer compares first. The others are folded, so that all that counts is in view. */
const MAIN: ReadonlySet<string> = new Set([
  'family_name',
  'given_name',
  'birth_date',
  'document_number',
  'issue_date',
  'expiry_date',
  'sex',
  'height',
  'eye_colour',
  'birth_place',
  'place_of_birth',
  'nationality',
  'resident_address',
]);

interface Compared {
  readonly label: string;
  readonly element: Element;
  readonly isMain: boolean;
  /** The value in the earlier record, if it differs. */
  readonly before?: Element | undefined;
  readonly change?: 'changed' | 'added' | 'removed' | undefined;
}

/** The rows of a namespace with what differs from the earlier record. */
function comparedRows(
  { namespaces, earlier }: RecordAnswer,
  words: Parameters<typeof rowsOf>[1],
): readonly { readonly name: string; readonly rows: readonly Compared[] }[] {
  const changed = new Set(earlier?.changedElements);
  const elementsBefore = (name: string) =>
    earlier?.namespaces.find((one) => one.name === name)?.elements ?? [];
  const now = withoutRepeats(namespaces).map(({ name, elements }) => {
    const shown = elements.filter((element) => !isPortrait(element));
    const before = elementsBefore(name);
    const rows = rowsOf(shown, words).map(({ label, element }): Compared => {
      const { identifier } = element;
      const differs = changed.has(`${name}/${identifier}`);
      const old = differs ? before.find((one) => one.identifier === identifier) : undefined;
      const change = !differs ? undefined : old ? 'changed' : 'added';
      return { label, element, isMain: MAIN.has(identifier) || differs, before: old, change };
    });
    return { name, rows };
  });
  const present = new Set(
    namespaces.flatMap(({ name, elements }) => elements.map(({ identifier }) => `${name}/${identifier}`)),
  );
  const gone = (earlier?.namespaces ?? []).flatMap(({ name, elements }) =>
    elements
      .filter((element) => !isPortrait(element) && !present.has(`${name}/${element.identifier}`))
      .map((element) => ({ name, element })),
  );
  const removed = rowsOf(
    gone.map(({ element }) => element),
    words,
  ).map(
    ({ label, element }): Compared => ({ label, element, isMain: true, before: element, change: 'removed' }),
  );
  const [first, ...rest] = now;
  if (removed.length === 0 || !first) return now;
  return [{ ...first, rows: [...first.rows, ...removed] }, ...rest];
}

/** The record with its differences from the earlier one marked. */
export function RecordComparison({ record }: { readonly record: RecordAnswer }) {
  const { proofing: words, recordElements } = useMessages();
  const parts = comparedRows(record, recordElements);
  const rows = parts.flatMap((part) => part.rows.filter(({ isMain }) => isMain));
  // What differs comes first, so that it is in view.
  const differing = rows.filter(({ change }) => change !== undefined);
  const main = [...differing, ...rows.filter(({ change }) => change === undefined)];
  const others = parts.flatMap(({ name, rows }) => {
    const rest = rows.filter(({ isMain }) => !isMain);
    return rest.length === 0 ? [] : [{ name, rows: rest }];
  });
  const count = others.reduce((sum, { rows }) => sum + rows.length, 0);
  const { earlier } = record;
  return (
    <>
      {earlier && (
        <p className="small">
          {words.comparedWith(differing.length, earlier.recordVersion)}{' '}
          <Time at={earlier.replaceTime} isRelative />
        </p>
      )}
      <Facts facts={main.map((row) => [row.label, <ComparedValue key={row.label} row={row} />])} />
      {count > 0 && (
        <details className="more-elements">
          <summary>{words.moreElements(count)}</summary>
          {others.map(({ name, rows }) => (
            <div key={name} className="stack tight">
              <h3 className="soft small" title={name}>
                {namespaceText(name, recordElements)}
              </h3>
              <Facts
                facts={rows.map(({ label, element }) => [label, <Value key={label} element={element} />])}
              />
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function ComparedValue({ row: { element, before, change } }: { readonly row: Compared }) {
  const { proofing: words } = useMessages();
  if (change === undefined) return <Value element={element} />;
  return (
    <div className="compared">
      {change !== 'removed' && (
        <ins>
          <Value element={element} />
        </ins>
      )}
      <Badge tone="care">{words.changes[change]}</Badge>
      {before && (
        <div className="small soft">
          {words.before} <Value element={before} />
        </div>
      )}
    </div>
  );
}
