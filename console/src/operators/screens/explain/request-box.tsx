import { checks } from 'virtual:contract';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { useWho } from '../../../frame/who.ts';
import { Badge } from '../../../kit/badge.tsx';
import { type Fact, Facts } from '../../../kit/facts.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { remedyFor } from '../../api.ts';
import { IdLink } from '../../parts/id-link.tsx';
import { usePublisherNames } from '../../parts/publisher-names.ts';
import { useStateText } from '../../parts/states.tsx';
import { CheckList } from './check-list.tsx';
import { checkStates } from './checks.ts';
import { Operation } from './operation.tsx';
import { Outcome, useCheckText } from './outcome.tsx';
import { type Handled, statesText } from './text.ts';

/** What was found; members that are wrong have lines of their own. */
function findingFact(label: string, text: string): Fact {
  const [first, ...members] = text.split('\n');
  if (members.length === 0) return [label, first];
  const lines = (
    <>
      {first}
      <ul>
        {members.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
  return [label, lines, 'wide'];
}

/** A request: its outcome, then its resources, then all checks in order. */
export function RequestBox({ request }: { readonly request: Handled }) {
  const { explain: words } = useMessages();
  const who = useWho();
  const publisherName = usePublisherNames();
  const checkText = useCheckText();
  const stateText = useStateText();
  const { outcome, operation, failedCheck, condition, description, errorId } = request;
  const isRefused = outcome !== 'ok';
  const isOurs = outcome === 'internal' || outcome === 'overload';
  const states = checkStates(checks[operation], condition);
  return (
    <section className="box stack">
      <Headed>
        <h3>
          <Operation operation={operation} />
        </h3>
        {isRefused ? (
          <Badge tone={isOurs ? 'warn' : 'care'}>{isOurs ? words.failed : words.refused}</Badge>
        ) : (
          <Badge tone="good">{words.answered}</Badge>
        )}
      </Headed>
      <Facts
        facts={[
          isRefused && [words.reason, <Outcome key="reason" outcome={outcome} />],
          condition !== undefined && [words.condition, condition],
          failedCheck !== undefined && condition === undefined && [words.check, checkText(failedCheck)],
          description !== undefined && findingFact(words.found, description),
          isRefused && [words.next, request.remedy ?? remedyFor(outcome) ?? words.noRemedy],
          ...request.named.map(
            (one) =>
              [
                upperFirst(words.kinds[one.subject]),
                <span key={one.id}>
                  <IdLink to={one.subject} id={one.id} owner={one.holderId} documentType={one.documentType} />{' '}
                  {statesText(one, words, stateText)}
                </span>,
              ] as const,
          ),
          [words.time, <Time key="time" at={request.time} />],
          [words.took, words.milliseconds(request.milliseconds)],
          [words.size, words.bytes(request.bodyBytes)],
          request.members.length > 0 && [words.members, request.members.join(', ')],
          [words.requestId, request.requestId === '' ? '–' : <Id key="id" value={request.requestId} />],
          errorId !== undefined && [words.errorId, <Id key="error" value={errorId} />],
          request.operatorId !== undefined && [words.operator, who(request.operatorId, request.operatorName)],
          request.clientId !== undefined && [
            words.kinds.oauthClient,
            <Id key="client" value={request.clientId} />,
          ],
          request.publisherId !== undefined && [
            words.kinds.publisher,
            <span key="publisher" className="pair">
              {publisherName(request.publisherId)} <Id value={request.publisherId} />
            </span>,
          ],
        ]}
      />
      {states.length > 0 && <CheckList states={states} />}
    </section>
  );
}
