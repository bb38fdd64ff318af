interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are shown one after the other: the time of the comparison grows with the product of their lengths. */
const MOST = 2000;

/** Compares by the longest common subsequence of lines. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const all = (kind: DiffLine['kind'], lines: readonly string[]) => lines.map((text) => ({ kind, text }));
  if (before.length > MOST || after.length > MOST) return [...all('removed', before), ...all('added', after)];
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ kind: 'same', text: before[i]! });
      i += 1;
      j += 1;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) {
      lines.push({ kind: 'removed', text: before[i]! });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: after[j]! });
      j += 1;
    }
  }
  return [...lines, ...all('removed', before.slice(i)), ...all('added', after.slice(j))];
}

/** Unchanged lines that are shown before and after a change. */
const CONTEXT = 4;

interface Gap {
  readonly kind: 'gap';
  readonly count: number;
}

/** Replaces unchanged lines far from any change by their number. A text without changes stays whole. */
export function folded(lines: readonly DiffLine[]): readonly (DiffLine | Gap)[] {
  const changed = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  if (changed.length === 0) return lines;
  const shown = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * CONTEXT + 1 }, (_, i) => at - CONTEXT + i)),
  );
  const result: (DiffLine | Gap)[] = [];
  for (const [index, line] of lines.entries()) {
    const last = result.at(-1);
    if (shown.has(index)) result.push(line);
    else if (last?.kind === 'gap') result[result.length - 1] = { kind: 'gap', count: last.count + 1 };
    else result.push({ kind: 'gap', count: 1 });
  }
  return result;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** A value as lines of JSON with sorted members, so that equal values have equal lines. */
export const jsonLines = (value: unknown): readonly string[] =>
  value === undefined ? [] : JSON.stringify(sorted(value), null, 2).split('\n');
