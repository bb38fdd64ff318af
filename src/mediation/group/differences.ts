import { printMaskPath, sameJson } from '../../conventions/index.ts';
import { isObject, member } from '../../conventions/json.ts';
import type { MediationGroup as GroupView, MediationGroupDifference } from '../contract/index.ts';

/** Members that identify the group or its version. */
const IDENTITY: ReadonlySet<string> = new Set(['name', 'mediationGroupId', 'etag']);

/** Members whose own members are keys of a map, not fields. */
const MAPS: ReadonlySet<string> = new Set(['mediationGroupLines', 'adUnitMappings']);

type Path = Parameters<typeof printMaskPath>[0];

interface Differing {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

function* differing(path: Path, before: unknown, after: unknown): Generator<Differing> {
  if (sameJson(before, after)) return;
  const last = path.at(-1);
  const isMap = last !== undefined && 'field' in last && MAPS.has(last.field);
  // A map that one side does not have is an empty map; a message is compared as a whole.
  const both = isMap || (isObject(before) && isObject(after));
  if (!both) return yield { path, before, after };
  const names = new Set([before, after].flatMap((side) => (isObject(side) ? Object.keys(side) : [])));
  for (const name of names) {
    const step = isMap ? { key: name } : { field: name };
    yield* differing([...path, step], member(before, name), member(after, name));
  }
}

const isIdentity = ([first]: Path) => first !== undefined && 'field' in first && IDENTITY.has(first.field);

function contentOf(before: GroupView, after: GroupView): readonly Differing[] {
  return [...differing([], before, after)].filter(({ path }) => !isIdentity(path));
}

/** How two revisions of a group differ, value by value. */
export const differences = (before: GroupView, after: GroupView): MediationGroupDifference[] =>
  contentOf(before, after).map(({ path, ...values }) => ({ field: printMaskPath(path), ...values }));

const DEEPEST = 'adUnitMappings';

/** The fields that differ, without the keys of single mappings: one change can concern thousands of them. */
export function changedFields(before: GroupView, after: GroupView): string[] {
  const fields = contentOf(before, after).map(({ path }) => {
    const end = path.findIndex((step) => 'field' in step && step.field === DEEPEST);
    return printMaskPath(end < 0 ? path : path.slice(0, end + 1));
  });
  return [...new Set(fields)];
}
