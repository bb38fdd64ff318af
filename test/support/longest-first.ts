import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONGEST } from '../suites.ts';

/** A project with fewer suites runs earlier, so that short ones of the largest project end the run together. */
function sizes(specs: readonly TestSpecification[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { project } of specs) counts.set(project.name, (counts.get(project.name) ?? 0) + 1);
  return counts;
}

/** Begins with the longest suites of each project. At the end, a long one would run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const counts = sizes(specs);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const sorted = await super.sort(specs);
    return sorted.toSorted(
      (one, other) =>
        groupOf(one) - groupOf(other) ||
        counts.get(one.project.name)! - counts.get(other.project.name)! ||
        one.project.name.localeCompare(other.project.name) ||
        rank(one) - rank(other),
    );
  }
}
