import type { MediationGroup as SentGroup } from '../contract/index.ts';
import { specified } from '../enum-values.ts';
import type { MediationGroupLine } from '../ports/entities.ts';
import { requiredName } from '../text.ts';
import { checkLineCounts, GROUP_NAME_LENGTH } from './limits.ts';
import { newLine } from './lines.ts';
import { type LineContext, linePath } from './mapping-references.ts';
import { NEW_LINE_KEY } from './mask.ts';
import type { Changeable } from './patch.ts';
import { priorityOf } from './priority.ts';
import { targetingOf } from './targeting.ts';

function sentLines(sent: SentGroup, context: LineContext): readonly MediationGroupLine[] {
  return Object.entries(sent.mediationGroupLines ?? {}).map(([key, line]) => {
    const field = linePath(key);
    const place = { key, field, variant: 'ORIGINAL' } as const;
    if (!NEW_LINE_KEY.test(key)) {
      context.violations.add(field, 'has a key that is not a negative number, as new lines have');
    } else if (line.id !== undefined && line.id !== '' && line.id !== key) {
      context.violations.add(`${field}.id`, 'differs from the key of its entry');
    }
    return newLine(line, place, context);
  });
}

/** No client can use this key, because keys of new lines are negative numbers. */
const OWN_KEY = '-0';

/** Adds the line of the service's own network, unless the request has one. */
function withOwnNetwork(
  lines: readonly MediationGroupLine[],
  context: LineContext,
): readonly MediationGroupLine[] {
  const { adSourceId } = context.catalogue.ownNetwork;
  if (lines.some((line) => line.adSourceId === adSourceId)) return lines;
  const place = { key: OWN_KEY, field: 'mediationGroupLines', variant: 'ORIGINAL' } as const;
  return [...lines, newLine({ adSourceId }, place, context)];
}

/** The requested group, with placeholders for the ids of lines. */
export function newGroup(sent: SentGroup, context: LineContext): Changeable {
  const { publisherId, violations } = context;
  const displayName = requiredName(sent.displayName, 'displayName', GROUP_NAME_LENGTH, violations);
  const targeting = targetingOf(sent.targeting, publisherId, violations);
  const lines = withOwnNetwork(sentLines(sent, context), context);
  checkLineCounts(lines, 'mediationGroupLines', violations);
  const priority = priorityOf(sent.priority, violations);
  return { displayName, state: specified(sent.state) ?? 'ENABLED', ...priority, targeting, lines };
}
