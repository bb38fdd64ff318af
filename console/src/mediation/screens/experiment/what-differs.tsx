import { useMessages } from '../../../messages/index.ts';
import { type DraftLine, sentLine } from '../../model/draft.ts';
import { differing } from '../../model/side-by-side.ts';
import { unitsToName } from '../../model/units-to-name.ts';
import { forDifference } from '../../parts/group-for-diff.ts';
import { useLabels } from '../../parts/labels.ts';
import { useSideWords } from '../../parts/side-by-side.tsx';

export interface VariantLines {
  readonly a: readonly DraftLine[];
  readonly b: readonly DraftLine[];
}

/** Where the list of all differences stands. */
export const DIFFERENCES = 'differences-title';

/** The lines of both variants as they are compared. */
export function useCompared({ a, b }: VariantLines) {
  const labels = useLabels(unitsToName(a, b));
  return [a, b].map((lines) => {
    const entries = lines.map((line) => [line.key, { id: '-1', ...sentLine(line) }] as const);
    const group = { mediationGroupLines: Object.fromEntries(entries) };
    return { lines: forDifference(group, labels, false).lines };
  });
}

/** What variant B is: its first difference in a sentence, and how many more there are, with a link to them. */
export function WhatDiffers(variants: VariantLines) {
  const { mediation } = useMessages();
  const { differs: words, differences } = mediation.experiment;
  const { what, value } = useSideWords();
  const [before = {}, after = {}] = useCompared(variants);
  const [first, ...others] = differing(before, after);
  if (!first) return null;
  const { path, values } = first;
  const [, line = '', member] = path;
  const [a, b] = values.map((one) => value(one, path.at(-1) ?? '')) as [string, string];
  const isPrice = member === 'cpm' && !values.includes('LIVE');
  const text = () => {
    if (values[0] === undefined && member === undefined) return words.adds(line, b);
    if (values[1] === undefined && member === undefined) return words.leavesOut(line);
    return isPrice ? words.asks(line, b, a) : words.has(what(path), b, a);
  };
  return (
    <p>
      {text()}
      {others.length > 0 && (
        <>
          {' '}
          <a href={`#${DIFFERENCES}`} title={differences}>
            {mediation.words.more(others.length)}
          </a>
        </>
      )}
    </p>
  );
}
