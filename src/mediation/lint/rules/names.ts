import type { LintLine } from '../model.ts';
import { type Fault, inEachGroup, type Rule } from '../rule.ts';
import { groupWords, lineWords } from '../words.ts';

const DEFAULT_NAME = /^(?:untitled|unnamed|(?:new )?(?:mediation )?group|copy of .*|.* \(copy\))(?: \d+)?$/i;

/** Lines of one variant whose key already occurred. */
function* repeated(lines: readonly LintLine[], keyOf: (line: LintLine) => string): Generator<LintLine> {
  const seen = new Set<string>();
  for (const line of lines) {
    const key = `${line.variant} ${keyOf(line)}`;
    if (seen.has(key)) yield line;
    seen.add(key);
  }
}

export const NAMES: readonly Rule[] = [
  {
    id: 'name-duplicate',
    level: 'hint',
    text: 'Two groups of one platform and format, or two lines of a group, have the same name.',
    action: 'Give them different names: people and files tell them apart by name.',
    sources: ['X'],
    *check({ kept }) {
      const seen = new Set<string>();
      for (const { groupId, displayName, targeting, lines } of kept) {
        const key = JSON.stringify([displayName, targeting.platform, targeting.format]);
        if (seen.has(key))
          yield { text: `Another group is called ${groupWords({ displayName })} too.`, groupId };
        seen.add(key);
        for (const line of repeated(lines, (one) => one.displayName)) {
          const text = `Another line of ${groupWords({ displayName })} is called ${lineWords(line)} too.`;
          yield { text, groupId, lineId: line.lineId };
        }
        yield;
      }
    },
  },
  {
    id: 'name-default',
    level: 'hint',
    text: 'A group has a name such as “New group”, or a line has the title of its source as its name, though another line of the group is of the same source.',
    action: 'Choose a name that says what it is for.',
    sources: ['X'],
    check: inEachGroup(function* (group, { source }): Generator<Fault> {
      if (DEFAULT_NAME.test(group.displayName.trim()))
        yield { text: `${groupWords(group)} is a default name.` };
      for (const arm of group.arms) {
        const shared = new Set(
          [...repeated(arm, (one) => one.adSourceId)].map(({ adSourceId }) => adSourceId),
        );
        for (const line of arm) {
          if (!shared.has(line.adSourceId) || line.displayName !== source(line)?.title) continue;
          yield {
            text: `A line of ${groupWords(group)} has only the name of its source, ${lineWords(line)}.`,
            lineId: line.lineId,
          };
        }
      }
    }),
  },
];
