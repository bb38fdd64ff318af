import { Type } from 'typebox';
import { type AdminMethod, SECOND_PERSON_GROUPS, type SecondPersonGroup } from '../../admin/method.ts';
import { METHODS } from '../../admin/registry.ts';

const marked = Object.entries(METHODS as Readonly<Record<string, AdminMethod>>).flatMap(
  ([name, { secondPerson }]) => (secondPerson === undefined ? [] : [{ name, group: secondPerson }]),
);

/** Whoever gives roles alone makes the second person alone, so any entry brings this with it. */
const IMPLIED: SecondPersonGroup = 'roles';

/** The methods that a value of `admin.secondPerson` stands for: those of a group, or the one of the name. */
export function waitingMethods(chosen: readonly string[]): ReadonlySet<string> {
  const all = chosen.length === 0 ? chosen : [...chosen, IMPLIED];
  const waiting = marked.filter(({ name, group }) => all.includes(name) || all.includes(group));
  return new Set(waiting.map(({ name }) => name));
}

export const methodsOf = (wanted: SecondPersonGroup): readonly string[] =>
  marked.filter(({ group }) => group === wanted).map(({ name }) => name);

/** What one operator alone must not do. */
export const AdminSettings = Type.Object(
  {
    secondPerson: Type.Array(Type.Enum([...SECOND_PERSON_GROUPS, ...marked.map(({ name }) => name)]), {
      description: `What waits until another person approves it: groups (${SECOND_PERSON_GROUPS.join(', ')}) or methods. Any entry implies roles; see administration.md.`,
      default: [],
    }),
    approvalHours: Type.Integer({
      description: 'How long that waits, hours.',
      default: 72,
      minimum: 1,
      maximum: 720,
    }),
  },
  { additionalProperties: false, default: {} },
);
