import type { EventView } from '../../admin/contract/audit-log/methods.ts';
import { codeWords } from '../../conventions/code-words.ts';
import { stateText as proofingState } from '../proofings/proofing-text.ts';

/** `provision pending`, `waits for a decision`. */
export const stateText = (subject: string, state: string): string =>
  subject === 'proofing' ? proofingState(state) : codeWords(state);

/** `active → revoked (revoke)`; the event alone if no state changed. */
export function changeText({
  subject,
  event,
  from,
  to,
}: Pick<EventView, 'subject' | 'event' | 'from' | 'to'>): string {
  const was = from === undefined ? '' : `${stateText(subject, from)} `;
  return to === undefined || to === from ? event : `${was}→ ${stateText(subject, to)} (${event})`;
}
