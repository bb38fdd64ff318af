import type { MediationAbExperiment, MediationGroup } from '../ports/entities.ts';

export type Choice = 'VARIANT_A' | 'VARIANT_B';

interface Stopped {
  readonly group: MediationGroup;
  readonly experiment: MediationAbExperiment;
}

/** The lines of the chosen variant stay, with their ids, as the group's own; those of the other go. */
export function stopped(
  group: MediationGroup,
  experiment: MediationAbExperiment,
  choice: Choice,
  at: number,
): Stopped {
  const { openExperiment: _, ...rest } = group;
  const kept = group.lines.filter(({ variant }) => variant === choice);
  const lines = kept.map((line) => ({ ...line, variant: 'ORIGINAL' as const }));
  return {
    group: { ...rest, lines, updatedAt: at },
    experiment: {
      ...experiment,
      endsAt: Math.min(at, experiment.endsAt),
      stopped: { at, choice },
      lines: group.lines,
      linesRevision: 0,
    },
  };
}
