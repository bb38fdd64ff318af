import { omit } from '../../conventions/omit.ts';
import { type MediationAbExperiment as SentExperiment, TREATMENT_PERCENTAGES } from '../contract/index.ts';
import { newLine } from '../group/lines.ts';
import type { LineContext } from '../group/mapping-references.ts';
import { NEW_LINE_KEY } from '../group/mask.ts';
import type { MediationAbExperiment, MediationGroup, MediationGroupLine } from '../ports/entities.ts';
import { optionalName } from '../text.ts';

const LONGEST_NAME = 255;

interface NewExperiment {
  readonly displayName?: string;
  readonly treatmentTrafficPercentage: number;
  /** The lines of variant B, with placeholders for their ids. */
  readonly lines: readonly MediationGroupLine[];
}

/** Any distinct placeholders will do, because these lines have no keys in the request. */
const placeholder = (index: number) => `-${index + 1}`;

function treatmentLines(
  { treatmentMediationLines = [] }: SentExperiment,
  context: LineContext,
): readonly MediationGroupLine[] {
  const { violations } = context;
  if (treatmentMediationLines.length === 0) {
    violations.add('treatmentMediationLines', 'is required: the lines of variant B');
  }
  const ids = new Set<string>();
  return treatmentMediationLines.map(({ mediationGroupLine = {} }, index) => {
    const field = `treatmentMediationLines[${index}].mediationGroupLine`;
    const { id = '' } = mediationGroupLine;
    if (id !== '' && !NEW_LINE_KEY.test(id)) {
      violations.add(`${field}.id`, 'is not a negative number, as new lines have');
    } else if (ids.has(id)) violations.add(`${field}.id`, 'stands twice in the request');
    if (id !== '') ids.add(id);
    const place = { key: placeholder(index), field, variant: 'VARIANT_B' } as const;
    return newLine(mediationGroupLine, place, context);
  });
}

/** Checks a request for an experiment. The line of the service's own network is not added to variant B. */
export function newExperiment(sent: SentExperiment, context: LineContext): NewExperiment {
  const { violations } = context;
  const displayName = optionalName(sent.displayName, 'displayName', LONGEST_NAME, violations);
  const percentage = TREATMENT_PERCENTAGES.find((one) => one === sent.treatmentTrafficPercentage);
  if (percentage === undefined) violations.add('treatmentTrafficPercentage', 'is not 1, 10 or 50');
  return {
    ...(displayName !== undefined && { displayName }),
    treatmentTrafficPercentage: Number(percentage ?? 0),
    lines: treatmentLines(sent, context),
  };
}

export type Choice = 'VARIANT_A' | 'VARIANT_B';

/** How the audit log names the choice. */
export const REASONS = { VARIANT_A: 'variantA', VARIANT_B: 'variantB' } as const satisfies Record<
  Choice,
  string
>;

interface Stopped {
  readonly group: MediationGroup;
  readonly experiment: MediationAbExperiment;
}

/**
 * The lines of the chosen variant become the group's own lines and keep their ids. The lines of the other
 * variant are deleted.
 */
export function stopExperiment(
  group: MediationGroup,
  experiment: MediationAbExperiment,
  choice: Choice,
  at: number,
): Stopped {
  const rest = omit(group, 'openExperiment');
  const chosen = group.lines.filter(({ variant }) => variant === choice);
  const lines = chosen.map((line) => ({ ...line, variant: 'ORIGINAL' as const }));
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
