import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { type DraftLine, draftOf, microsOf } from './draft.ts';
import { fieldsOf, placeOf } from './fields.ts';

/** One thing that differs between two states of a group. */
export type GroupChange =
  | { readonly kind: 'added' | 'removed'; readonly line: DraftLine }
  | {
      readonly kind: 'changed';
      /** In an update mask. */
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string | undefined;
    };

/** Values of the group itself that the editor does not change, by their paths. */
function ownValues({ displayName, state, archiveTime }: MediationGroup) {
  return new Map<string, string | undefined>([
    ['displayName', displayName],
    ['state', state],
    ['archiveTime', archiveTime],
  ]);
}

const price = (line: DraftLine) => BigInt(microsOf(line) ?? '0');

/** What a change did to a group, in the order in which people ask: lines that went and came, then single values. */
export function groupChanges(before: MediationGroup, after: MediationGroup): readonly GroupChange[] {
  const [had, has] = [draftOf(before).lines, draftOf(after).lines];
  const missingIn = (lines: readonly DraftLine[]) => {
    const keys = new Set(lines.map(({ key }) => key));
    return (line: DraftLine) => !keys.has(line.key);
  };
  const dearestFirst = (lines: readonly DraftLine[]) =>
    lines.toSorted((one, other) => (price(one) > price(other) ? -1 : price(one) < price(other) ? 1 : 0));
  const removed = had.filter(missingIn(has));
  const added = has.filter(missingIn(had));
  const whole = new Set([...removed, ...added].map(({ key }) => key));
  const valuesOf = (group: MediationGroup) => new Map([...ownValues(group), ...fieldsOf(group)]);
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => old.get(path) !== now.get(path) && !whole.has(placeOf(path)?.key ?? ''),
  );
  return [
    ...dearestFirst(removed).map((line) => ({ kind: 'removed', line }) as const),
    ...dearestFirst(added).map((line) => ({ kind: 'added', line }) as const),
    ...changed.map(
      (path) => ({ kind: 'changed', path, before: old.get(path), after: now.get(path) }) as const,
    ),
  ];
}
