import type { EventView } from '../../admin/contract/audit-log/methods.ts';
import { eventLabel } from '../../admin/contract/audit-log/sentences.ts';
import { codeWords, withCode } from '../../conventions/code-words.ts';
import { stateText as proofingState } from '../proofings/proofing-text.ts';

/** `provision pending`, `waits for a decision`. */
export const stateText = (subject: string, state: string): string =>
  subject === 'proofing' ? proofingState(state) : codeWords(state);

/** `active → revoked`; the state alone if it did not change. */
export function statesText(subject: string, from?: string, to?: string): string {
  const is = to === undefined ? 'unknown' : stateText(subject, to);
  return from === to ? is : `${from === undefined ? 'new' : stateText(subject, from)} → ${is}`;
}

/** `active → revoked (revoke)`; if no state changed, `registered a device (register)`. */
export const changeText = ({
  subject,
  event,
  from,
  to,
  method,
}: Pick<EventView, 'subject' | 'event' | 'from' | 'to' | 'method'>): string =>
  withCode(
    to === undefined || to === from ? eventLabel(subject, event, { method }) : statesText(subject, from, to),
    event,
  );
