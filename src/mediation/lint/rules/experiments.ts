import { DAY } from '../../../conventions/time.ts';
import type { Facts } from '../lint-facts.ts';
import type { LintExperiment, LintGroup, LintLine } from '../model.ts';
import type { Check, Fault, Rule } from '../rule.ts';
import { groupWords } from '../words.ts';

const LONG = 30 * DAY;
const NEARLY_OVER = 7 * DAY;
const MANY_DIFFERENCES = 3;

type ExperimentCheck = (
  experiment: LintExperiment,
  group: LintGroup,
  facts: Facts,
) => Iterable<Pick<Fault, 'text'>>;

/** Checks each experiment that waits for a decision. */
export const inEachExperiment = (check: ExperimentCheck): Check =>
  function* (facts) {
    for (const experiment of facts.experiments) {
      const { groupId, experimentId } = experiment;
      const group = facts.groupById(groupId);
      if (!group) continue;
      for (const fault of check(experiment, group, facts)) {
        yield { ...fault, groupId, ...(experimentId !== undefined && { experimentId }) };
      }
      yield;
    }
  };

function contentOf({ adSourceId, cpmMode, cpmMicros, state, adUnitMappings }: LintLine): string {
  const mappings = Object.entries(adUnitMappings).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([adSourceId, cpmMode, cpmMicros, state, mappings]);
}

/** How many lines the variants have that the other one does not have, apart from those of the own network. */
function differences({ lines }: LintGroup, { isOwn }: Facts): number {
  const surplus = new Map<string, number>();
  for (const line of lines) {
    if (isOwn(line) || line.variant === 'ORIGINAL') continue;
    const content = contentOf(line);
    surplus.set(content, (surplus.get(content) ?? 0) + (line.variant === 'VARIANT_A' ? 1 : -1));
  }
  const counts = [...surplus.values()];
  const ofA = counts.filter((count) => count > 0).reduce((sum, count) => sum + count, 0);
  const ofB = counts.filter((count) => count < 0).reduce((sum, count) => sum - count, 0);
  // A changed line is missing in one variant and new in the other.
  return Math.max(ofA, ofB);
}

function timeProblem({ startedAt, endsAt }: LintExperiment, now: number): string | undefined {
  const daysOf = (time: number) => Math.floor(time / DAY);
  if (endsAt !== undefined && now >= endsAt) return 'has ended, and nobody has chosen a variant';
  if (endsAt !== undefined && endsAt - now < NEARLY_OVER) {
    return `ends by itself in ${daysOf(endsAt - now)} days`;
  }
  if (startedAt !== undefined && now - startedAt > LONG) return `has run for ${daysOf(now - startedAt)} days`;
  return undefined;
}

export const EXPERIMENTS: readonly Rule[] = [
  {
    id: 'experiment-long',
    level: 'warning',
    text: 'An experiment has run for more than 30 days, ends by itself in less than 7 days, or has ended without a decision.',
    action: 'Stop the experiment and choose a variant.',
    sources: ['LA', 'AM'],
    check: inEachExperiment(function* (experiment, group, { now }) {
      const problem = timeProblem(experiment, now);
      if (problem) yield { text: `The experiment in ${groupWords(group)} ${problem}.` };
    }),
  },
  {
    id: 'experiment-changed',
    level: 'warning',
    text: 'A line of variant A or B was changed while the experiment ran.',
    action: 'Start the experiment again: its statistics mix two configurations.',
    sources: ['LA'],
    check: inEachExperiment(function* ({ linesChangedAt, endsAt }, group) {
      if (linesChangedAt === undefined || linesChangedAt >= (endsAt ?? Number.POSITIVE_INFINITY)) return;
      const day = new Date(linesChangedAt).toISOString().slice(0, 10);
      yield { text: `A line of ${groupWords(group)} was changed on ${day}, while its experiment ran.` };
    }),
  },
  {
    id: 'experiment-many-variables',
    level: 'hint',
    text: 'Variant B differs from variant A in more than 3 lines.',
    action: 'Test one change at a time; otherwise nobody knows which one made the difference.',
    sources: ['LA', 'AM'],
    check: inEachExperiment(function* (_experiment, group, facts) {
      const count = differences(group, facts);
      if (count > MANY_DIFFERENCES) {
        yield { text: `The variants of the experiment in ${groupWords(group)} differ in ${count} lines.` };
      }
    }),
  },
  {
    id: 'experiment-aa',
    level: 'hint',
    text: 'Variant B has the same lines as variant A.',
    action: 'Change a line of variant B, unless the experiment is to test the measurement itself.',
    sources: ['GB'],
    check: inEachExperiment(function* (_experiment, group, facts) {
      if (differences(group, facts) === 0) {
        yield { text: `The variants of the experiment in ${groupWords(group)} have the same lines.` };
      }
    }),
  },
];
