import { DAY } from '../../../conventions/time.ts';
import { inEachArm, type Rule } from '../rule.ts';
import { groupWords } from '../words.ts';

const LONG_DISABLED = 30 * DAY;

export const SERVING_LINES: readonly Rule[] = [
  {
    id: 'no-enabled-line',
    level: 'error',
    text: 'An enabled group has no enabled line.',
    action: 'Enable a line, or disable the group.',
    sources: ['X'],
    check: inEachArm(function* (lines, group) {
      if (lines.length === 0) yield { text: `${groupWords(group)} has no enabled line.` };
    }),
  },
  {
    id: 'own-network-only',
    level: 'hint',
    text: 'The only enabled lines of a group are those of the own network.',
    action: 'Add lines of other networks, or remove the group: without it, the own network serves too.',
    sources: ['X'],
    check: inEachArm(function* (lines, group, { isOwn }) {
      if (lines.length === 0 || !lines.every(isOwn)) return;
      yield { text: `In ${groupWords(group)}, only the own network is enabled.` };
    }),
  },
  {
    id: 'disabled-only',
    level: 'hint',
    text: 'A group has been disabled for 30 days.',
    action: 'Archive the group, or enable it.',
    sources: ['X'],
    *check({ kept, now }) {
      for (const { groupId, displayName, state, updatedAt } of kept) {
        yield;
        if (state === 'ENABLED' || updatedAt === undefined || now - updatedAt < LONG_DISABLED) continue;
        const days = Math.floor((now - updatedAt) / DAY);
        yield {
          text: `${groupWords({ displayName })} is disabled and has not changed for ${days} days.`,
          groupId,
        };
      }
    },
  },
  {
    id: 'no-fallback',
    level: 'warning',
    text: 'The own network is not enabled in a group, and no enabled line has the CPM mode LIVE.',
    action: 'Enable the line of the own network, or a line whose price is LIVE.',
    sources: ['AM'],
    check: inEachArm(function* (lines, group, { isOwn }) {
      if (lines.length === 0 || lines.some((line) => isOwn(line) || line.cpmMode === 'LIVE')) return;
      yield {
        text: `${groupWords(group)} has only lines with fixed prices, so requests can stay without an ad.`,
      };
    }),
  },
];
