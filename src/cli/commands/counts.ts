import type { Command } from 'commander';
import { FIGURE_WORDS } from '../../admin/contract/figures/words.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { SIGNED_DOCUMENTS } from '../../admin/contract/words.ts';
import { commandOf } from '../admin/group-command.ts';
import { facts } from '../output.ts';
import { relative } from '../table/time-text.ts';

type Counts = AdminResponse<'getCounts'>;

const countOf = ({ count, isCapped }: Counts['approvals']) => (isCapped ? `more than ${count}` : `${count}`);

const listOf = (texts: readonly string[]) => (texts.length === 0 ? 'none' : texts.join(', '));

/** Each figure with its meaning; `diptych status` shows only what waits and what ends. */
export function countsText({
  time,
  proofings,
  approvals,
  notifications,
  keys,
  refusals,
  msos,
}: Counts): string {
  const { pending, challenged, oldestTime, deadlineTime, lastDay } = proofings;
  const at = (when: string | undefined) => (when === undefined ? '-' : relative(when, Date.parse(time)));
  return facts({
    'pending proofings': countOf(pending),
    '  the oldest was received': at(oldestTime),
    '  the next expires': at(deadlineTime),
    'challenged proofings': countOf(challenged),
    'proofings of the last day': listOf(
      lastDay.map(
        ({ state, cause, count }) => `${count} ${state}${cause === undefined ? '' : ` (${cause})`}`,
      ),
    ),
    'requests for a second person': countOf(approvals),
    'notifications that wait': String(notifications.waiting),
    'notifications given up': String(notifications.failed),
    'refusals of the last day': listOf(
      refusals.map(({ operation, reason, count }) => `${count} ${operation} ${reason}`),
    ),
    [SIGNED_DOCUMENTS.first]: `${msos.isEstimate ? 'about ' : ''}${msos.valid}`,
    '  that end in 7 days': String(msos.due),
    'certificates that end in 60 days': listOf(
      keys.map(({ role, notAfterTime }) => `${role} ${at(notAfterTime)}`),
    ),
  });
}

export const countsCommand = (): Command =>
  commandOf('getCounts', FIGURE_WORDS.methods.getCounts, { text: countsText });
