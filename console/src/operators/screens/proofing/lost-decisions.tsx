import { ApiError } from '../../../api/client.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Abandoned } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { Alert } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { forgetLost, useHeldDecision } from './held-decision.ts';
import { isLate } from './use-decide.ts';

/** Why a decision was not stored, in the words of the server. */
function useProblem() {
  const { proofing: words, common } = useMessages();
  return (error: unknown): string => {
    if (error instanceof Abandoned) return words.lostBySignIn;
    if (isLate(error)) return words.lostLate;
    if (error instanceof ApiError && error.status === 0) return common.unreachable;
    return error instanceof Error ? error.message : String(error);
  };
}

/** The decisions that were sent and not stored, each with the name of the person. What was typed is still there. */
export function LostDecisions() {
  const { proofing: words, common } = useMessages();
  const { lost } = useHeldDecision();
  const problemOf = useProblem();
  return lost.map(({ id, name, decision, error }) => (
    <Alert key={id} title={words.lost[decision](name)}>
      <p>
        {problemOf(error)} {words.lostText}
      </p>
      <div className="actions">
        <Link to="/reviews/$id" params={{ id }} className="button main" onClick={() => forgetLost(id)}>
          {words.openAgain}
        </Link>
        <Button onClick={() => forgetLost(id)}>{common.close}</Button>
      </div>
    </Alert>
  ));
}
