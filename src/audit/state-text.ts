import type { Actor, AuditEntry } from './entry.ts';

/** `2026-11-21 10:39 UTC` */
export const minuteText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function whoText(actor: Actor): string {
  switch (actor.kind) {
    case 'operator':
      return `by ${actor.operatorId}`;
    case 'wallet':
      return 'by the wallet';
    case 'deadline':
      return 'because its deadline passed';
    case 'client':
    case 'user':
      return `by ${actor.callerId}`;
    case 'start':
      return 'when the server started';
    case 'file':
      return 'because a file changed';
    case 'protocol':
      return 'because OAuth demands it';
    case 'holderPage':
      return 'by the page for holders';
  }
}

/** Names of states that are reached at one moment. Subjects remain in the other states for some time. */
const REACHED = /(ed|done)$/;

/** `was rejected on 2026-11-21 10:39 UTC by user-1`, `is pending since …`; `already` follows the verb. */
export function stateText(
  state: string,
  { at, actor }: Pick<AuditEntry, 'at' | 'actor'>,
  already = '',
): string {
  const [verb, since] = REACHED.test(state) ? ['was', 'on'] : ['is', 'since'];
  return `${verb} ${already}${state} ${since} ${minuteText(at)} ${whoText(actor)}`;
}
