import type { Rule } from '../rule.ts';

export const ENDED_EXCEPTIONS: readonly Rule[] = [
  {
    id: 'exception-ended',
    level: 'warning',
    text: 'An exception in lint.ignore has ended.',
    action: 'Correct what it hid, then remove the exception; or give it a later end and say why.',
    sources: ['X'],
    *check({ exceptions = [], now }) {
      for (const { rule, groupId, reason, until } of exceptions) {
        if (now < until) continue;
        const day = new Date(until - 1).toISOString().slice(0, 10);
        const text = `The exception of ${rule} ended on ${day}. Its reason was: ${reason}`;
        yield { text, ...(groupId !== undefined && { groupId }) };
      }
    },
  },
];
