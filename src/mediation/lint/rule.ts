import type { Facts, ServingGroup } from './lint-facts.ts';
import type { LintLine } from './model.ts';

/** From the most to the least serious. */
export const LEVELS = ['error', 'warning', 'hint'] as const;
export type Level = (typeof LEVELS)[number];

/** Where the reason of a rule is published. */
export const SOURCES = {
  AM: 'AdMob help',
  FB: 'Audience Network, page about waterfalls',
  GB: 'gamebizconsulting, about A/A tests',
  LA: 'LevelPlay best practices, A/B tests',
  LL: 'LevelPlay best practices, minimizing latency',
  LP: 'LevelPlay best practices, mediation management',
  MP: 'MoPub blog, 2012-05-17 and 2020-11-23',
  Q: 'quantmar, question 507',
  UM: 'Unity Mediation, pages about waterfalls',
  X: 'this interface',
} as const;
export type Source = keyof typeof SOURCES;

/** A place where a rule is broken. */
export interface Fault {
  /** What is wrong there, in one sentence. */
  readonly text: string;
  /** What to do there, if that says more than the action of the rule. */
  readonly action?: string;
  readonly groupId?: string;
  readonly lineId?: string;
  readonly adUnitId?: string;
  readonly mapping?: string;
  readonly experimentId?: string;
}

/** Yields faults, and undefined where the caller may pause. */
export type Check = (facts: Facts) => Generator<Fault | undefined, void>;

export interface Rule {
  readonly id: string;
  readonly level: Level;
  /** What the rule finds. */
  readonly text: string;
  readonly action: string;
  readonly sources: readonly Source[];
  /** Whether the rule needs statistics. */
  readonly statistics?: true;
  /** The action changes lines, which waits for the end of an experiment in their group: otherwise its numbers mix two configurations. */
  readonly waitsForExperiment?: true;
  readonly check: Check;
}

type GroupCheck = (group: ServingGroup, facts: Facts) => Iterable<Fault>;

/** Checks each enabled group. */
export const inEachGroup = (check: GroupCheck): Check =>
  function* (facts) {
    for (const group of facts.serving) {
      for (const fault of check(group, facts)) yield { groupId: group.groupId, ...fault };
      yield;
    }
  };

type ArmCheck = (lines: readonly LintLine[], group: ServingGroup, facts: Facts) => Iterable<Fault>;

/** Checks the enabled lines of each enabled group. During an experiment, each variant is checked alone. */
export const inEachArm = (check: ArmCheck): Check =>
  inEachGroup(function* (group, facts) {
    for (const arm of group.arms) yield* check(arm, group, facts);
  });

/** Checks each enabled line of the enabled groups. */
export const inEachLine = (
  check: (line: LintLine, group: ServingGroup, facts: Facts) => Iterable<Fault>,
): Check =>
  inEachArm(function* (lines, group, facts) {
    for (const line of lines) {
      for (const fault of check(line, group, facts)) yield { lineId: line.lineId, ...fault };
    }
  });
