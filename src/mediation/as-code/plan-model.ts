import type { Target } from './target.ts';

/**
 * `write`: apply makes it. `drift`: changed on the server only; apply leaves it. `conflict`: changed in the file and on the
 * server; apply does nothing until a person decides. `theirs`: a conflict in which the server wins. `overwrite`: drift, or
 * a conflict, that apply undoes. `by-hand`: the server cannot do it, a person has to.
 */
export type How = 'write' | 'overwrite' | 'drift' | 'conflict' | 'theirs' | 'by-hand';

export interface Change {
  readonly member: string;
  readonly how: How;
  /** For people. */
  readonly from: string;
  readonly to: string;
}

export interface LinePlan {
  readonly key?: string;
  readonly id?: string;
  /** For people: the name, or the ad source. */
  readonly title: string;
  /**
   * `gone`: the line of the lock file is not there any more. `replace`: it gets another ad source, so it is removed and
   * a new one added. `disable`: it is not in the file.
   */
  readonly action: 'none' | 'add' | 'change' | 'replace' | 'disable' | 'gone';
  readonly changes: readonly Change[];
}

type GroupAction =
  | 'none'
  | 'create'
  | 'adopt'
  | 'change'
  | 'unarchive'
  /** Not in the file, or replaced by another group. */
  | 'archive'
  /** The same, for a server that cannot archive. */
  | 'disable-lines'
  /** The group of the lock file is gone or archived; apply leaves it so. */
  | 'gone';

export interface GroupPlan {
  readonly key?: string;
  readonly id?: string;
  readonly name: string;
  readonly action: GroupAction;
  readonly changes: readonly Change[];
  readonly lines: readonly LinePlan[];
  /** Why apply does not touch the group. */
  readonly blocked?: string;
  /** The file cannot be applied as it is: two groups fit, or the file and the server changed the same. */
  readonly isError?: true;
  readonly warnings: readonly string[];
  /** What a person has to do. */
  readonly byHand: readonly string[];
  /** Version of the group that was compared; absent if there is none. */
  readonly version?: string;
}

export interface MappingPlan {
  readonly key: string;
  readonly adUnit: string;
  readonly adapter: string;
  readonly action: 'none' | 'adopt' | 'create' | 'replace';
  /** Settings and their values, secrets by where they are. */
  readonly values: Readonly<Record<string, string>>;
  readonly name?: string;
  /** The one that stays on the server without a use. */
  readonly orphan?: string;
}

export interface PlanOptions {
  readonly prune: boolean;
  readonly overwriteDrift: boolean;
  /** Lines of groups with a running experiment are changed, too. */
  readonly duringExperiment: boolean;
  /** Who wins where the file and the server changed the same: the file, or the server. */
  readonly conflicts?: 'ours' | 'theirs';
}

export interface Plan {
  readonly server: string;
  readonly publisher: string;
  readonly target: Target;
  readonly options: PlanOptions;
  readonly mappings: readonly MappingPlan[];
  readonly groups: readonly GroupPlan[];
  /** Groups of the server that are not in the file; they are left alone. */
  readonly unmanaged: readonly { readonly id: string; readonly name: string }[];
}

const isWritten = ({ how }: Change) => how === 'write' || how === 'overwrite';
export const hasDrift = ({ how }: Change): boolean => how !== 'write' && how !== 'by-hand';

const changesOf = ({ changes, lines }: GroupPlan) => [...changes, ...lines.flatMap((line) => line.changes)];

/** What the file and the server changed, as messages name it. */
export const conflictsOf = (changes: readonly Change[], lines: readonly LinePlan[]): readonly string[] => {
  const of = (members: readonly Change[], place: string) =>
    members.filter(({ how }) => how === 'conflict').map(({ member }) => `${place}${member}`);
  return [...of(changes, ''), ...lines.flatMap((line) => of(line.changes, `line ${line.key} `))];
};

/** Whether apply writes something to this line. */
export const writesLine = ({ action, changes }: LinePlan): boolean =>
  ['add', 'replace', 'disable'].includes(action) || changes.some(isWritten);

/** Whether apply has something to do for this group, on the server or in the lock file. */
export function hasWork(plan: GroupPlan): boolean {
  if (plan.blocked !== undefined) return false;
  if (['create', 'adopt', 'unarchive', 'archive'].includes(plan.action)) return true;
  return plan.changes.some(isWritten) || plan.lines.some(writesLine);
}

export const isDrifted = (plan: GroupPlan): boolean =>
  plan.action === 'gone' ||
  plan.action === 'unarchive' ||
  changesOf(plan).some(hasDrift) ||
  plan.lines.some(({ action, changes }) => action === 'gone' || changes.some(hasDrift));

export const needsHand = (plan: GroupPlan): boolean =>
  plan.byHand.length > 0 || changesOf(plan).some(({ how }) => how === 'by-hand');

interface Summary {
  readonly create: number;
  readonly change: number;
  readonly adopt: number;
  readonly remove: number;
  readonly mappings: number;
  readonly drift: number;
  readonly byHand: number;
  readonly blocked: number;
}

export function summaryOf({ groups, mappings }: Plan): Summary {
  const count = (fits: (plan: GroupPlan) => boolean) => groups.filter(fits).length;
  const working = (...actions: readonly GroupAction[]) =>
    count((plan) => actions.includes(plan.action) && hasWork(plan));
  return {
    create: working('create'),
    change: working('change', 'unarchive'),
    adopt: working('adopt'),
    remove: working('archive', 'disable-lines'),
    mappings: mappings.filter(({ action }) => action !== 'none').length,
    drift: count(isDrifted),
    byHand: count(needsHand),
    blocked: count(({ blocked }) => blocked !== undefined),
  };
}

/** Nothing to do, nothing drifted, nothing left for a person. */
export const isInStep = (plan: Plan): boolean =>
  Object.values(summaryOf(plan)).every((number) => number === 0);
