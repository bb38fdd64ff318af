import { NOUNS } from '../../admin/contract/audit-log/event-words.ts';
import { authorName } from '../../admin/contract/audit-log/sentences.ts';
import { DECISION_WORDS } from '../../admin/contract/explained/decisions.ts';
import type { AdminResponse } from '../../admin/contract/index.ts';
import { reasonText } from '../../client/decision-text.ts';
import { codeWords, withCode } from '../../conventions/code-words.ts';
import { decidedFacts } from '../proofings/proofing-text.ts';
import { changeText } from './change-text.ts';

type Event = AdminResponse<'listEvents'>['events'][number];

/** Who made the change: the email of a user, or else words, and the id. */
function authorText(event: Event): string {
  const { operatorId, operatorName, callerId, callerName, actor } = event;
  return withCode(operatorName ?? callerName ?? authorName(event), operatorId ?? callerId ?? actor);
}

/** Cells of the table of events, in words. */
export const EVENT_CELLS = {
  event: (event: Event) => changeText(event),
  subject: ({ subject }: Event) => withCode(NOUNS[subject] ?? codeWords(subject), subject),
  operatorId: (event: Event) => authorText(event),
  reason: ({ reason }: Event) => (reason === undefined ? undefined : reasonText(reason, DECISION_WORDS)),
  message: ({ message }: Event) =>
    message &&
    decidedFacts({ message })
      .map(([label, value]) => `${label}: ${value}`)
      .join('; '),
};
