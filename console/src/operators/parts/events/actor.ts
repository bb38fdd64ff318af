import { authorName } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { shownId } from '../../../kit/id.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { EventRow } from './sentence.tsx';

/** Who made a change: by the whole email, because two people may have the same name. */
export function useActor() {
  const { parts: words } = useMessages();
  return (event: EventRow): string => {
    const name = event.operatorName ?? event.callerName ?? authorName(event, { id: shownId });
    const approver = event.approverName ?? (event.approverId && shownId(event.approverId));
    return approver === undefined ? name : words.bySecond(name, approver);
  };
}
