import { isObject, put } from '../json.ts';
import { ANY, type Selection } from './selection.ts';

/** A selection made ready: what it says of a member, by name and for all names. */
interface Step {
  readonly whole: boolean;
  readonly named: ReadonlyMap<string, readonly Step[]>;
  readonly any: readonly Step[];
}

const NONE: readonly Step[] = [];

function stepOf({ whole, children }: Selection): Step {
  const named = new Map([...children].map(([name, child]) => [name, [stepOf(child)]] as const));
  const any = named.get(ANY) ?? NONE;
  named.delete(ANY);
  return { whole, named, any };
}

/** A name and the wildcard beside it select the union of both. */
function below(steps: readonly Step[], name: string): readonly Step[] {
  if (steps.length > 1) return steps.flatMap((step) => below([step], name));
  const { named, any } = steps[0]!;
  const own = named.get(name);
  if (own === undefined) return any;
  return any.length === 0 ? own : [...own, ...any];
}

/** Whether names can be selected in a value: a list of scalars is as closed as a scalar. */
function isOpen(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 || value.some(isOpen) : isObject(value);
}

function projectObject(value: Readonly<Record<string, unknown>>, steps: readonly Step[]): object {
  const kept = {};
  for (const name of Object.keys(value)) {
    const chosen = below(steps, name);
    if (chosen.length === 0) continue;
    const child = value[name];
    if (chosen.some(({ whole }) => whole)) put(kept, name, child);
    else if (isOpen(child)) put(kept, name, projectValue(child, chosen));
  }
  return kept;
}

/** Elements stay in number and order, so that what holds nothing selected is `{}`. */
function projectValue(value: unknown, steps: readonly Step[]): unknown {
  if (Array.isArray(value)) return value.map((item) => projectValue(item, steps));
  return isObject(value) ? projectObject(value, steps) : {};
}

/**
 * Takes the selected part of values that fit the schema of the selection, in their own order of members.
 * Selected values are shared with the source, which is left as it is.
 */
export function projector(selection: Selection): (value: unknown) => unknown {
  const steps = [stepOf(selection)];
  return (value) => projectValue(value, steps);
}
