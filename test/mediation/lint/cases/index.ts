import type { LintModel } from '../../../../src/mediation/lint/index.ts';
import { EXPERIMENT_CASES } from './experiments.ts';
import { LINE_CASES } from './lines.ts';
import { TARGETING_CASES } from './targeting.ts';

export interface Case {
  /** What is special about the models, if a rule has several cases. */
  readonly of?: string;
  readonly bad: LintModel;
  /** Nearly the same configuration, in which no rule finds anything. */
  readonly good: LintModel;
}

export type Cases = Readonly<Record<string, readonly Case[]>>;

const ALL = [TARGETING_CASES, LINE_CASES, EXPERIMENT_CASES];

/** The cases of a rule. */
export const casesOf = (rule: string): readonly Case[] => ALL.flatMap((cases) => cases[rule] ?? []);

export const CASE_RULES: readonly string[] = [...new Set(ALL.flatMap((cases) => Object.keys(cases)))];
