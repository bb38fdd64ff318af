import {
  type Decision,
  decisionFacts,
  messageText,
  reasonText,
} from '../../../../src/client/decision-text.ts';
import { absolute, formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import type { AdminResponse } from '../api.ts';

type Proofing = AdminResponse<'listProofings'>['proofings'][number];

/** What a proofing itself has of its decision; its entry in the audit log has the note, too. */
export function decidedOf({ rejected, challenged, rejectionCause, endCause }: Proofing): Decision {
  const message = { ...(rejected && { rejected }), ...(challenged && { challenged }) };
  return { reason: rejectionCause ?? endCause, ...(Object.keys(message).length > 0 && { message }) };
}

const timeText = (time: number) => absolute(time, formattingLocale());

/** What the wallet gets beside the reason, in one line. */
export function useMessageText() {
  const { proofingWords } = useMessages();
  return (decided: Decision) => messageText(decided, proofingWords, timeText);
}

/** Reason, message to the wallet and note of an entry of the audit log or of a proofing, each with its label. */
export function useDecisionFacts() {
  const { proofingWords } = useMessages();
  return (decided: Decision) => decisionFacts(decided, proofingWords, timeText);
}

/** The words for the reason of an entry of the audit log. */
export function useReasonText() {
  const { proofingWords } = useMessages();
  return (code: string): string => reasonText(code, proofingWords);
}

/** The same in a cell of a table: first the reason, then all else with its label. */
export function DecisionText({ decided }: { readonly decided: Decision }) {
  const facts = useDecisionFacts()(decided);
  const [first, ...rest] = facts;
  if (!first) return '–';
  const hasReason = decided.reason !== undefined || decided.message !== undefined;
  const others = hasReason ? rest : facts;
  return (
    <div className="decision-text">
      {hasReason && <div>{first[1]}</div>}
      {others.map(([label, value]) => (
        <div key={label} className="small">
          <span className="soft">{label}:</span> {value}
        </div>
      ))}
    </div>
  );
}
