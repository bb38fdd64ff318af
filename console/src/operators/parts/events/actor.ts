import { authorName, shortId } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { useMessages } from '../../../messages/index.ts';
import type { EventRow } from './sentence.tsx';

/** Who made a change: by the whole email, because two people may have the same name. */
export function useActor() {
  const { parts: words } = useMessages();
  return (event: EventRow): string => {
    const name = event.operatorName ?? event.callerName ?? authorName(event, { id: shortId });
    const approver = event.approverName ?? (event.approverId && shortId(event.approverId));
    return approver === undefined ? name : words.bySecond(name, approver);
  };
}
