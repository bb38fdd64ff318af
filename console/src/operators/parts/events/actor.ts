import { ADMIN_TOKEN } from '../../../../../src/admin/contract/audit-log/email-name.ts';
import { authorName, isUser } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { useWho } from '../../../frame/who.ts';
import { shownId } from '../../../kit/shown-id.ts';
import { useMessages } from '../../../messages/index.ts';
import type { EventRow } from './sentence.tsx';

/** Who made a change, and who approved it. */
export function useActor() {
  const { parts: words } = useMessages();
  const who = useWho();
  return (event: EventRow): string => {
    const { operatorId, operatorName, callerId, callerName, approverId, approverName } = event;
    const id = operatorId ?? callerId;
    const name =
      id !== undefined && (isUser(id) || id === ADMIN_TOKEN)
        ? who(id, operatorName ?? callerName)
        : authorName(event, { id: shownId });
    return approverId === undefined ? name : words.bySecond(name, who(approverId, approverName, 'inside'));
  };
}
