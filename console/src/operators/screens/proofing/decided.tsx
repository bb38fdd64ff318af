import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { decidedOf, useDecisionFacts } from '../../parts/decision-text.tsx';
import { useActor } from '../../parts/events/actor.ts';
import type { useOpenNext } from './queue.ts';
import { DECISION_METHODS } from './use-decide.ts';

type Proofing = AdminResponse<'getProofing'>;

interface DecidedProps {
  readonly proofing: Proofing;
  /** The newest entries of the audit log about it; needed if it may have been reopened. */
  readonly events?: AdminResponse<'listEvents'>['events'] | undefined;
}

const isDecision = ({ event }: { readonly event: string }) =>
  event !== 'resume' && Object.hasOwn(DECISION_METHODS, event);

/** The decision that was made, and who reopened it: by whom, when, why, and what the wallet gets. */
export function Decided({ proofing, events = [] }: DecidedProps) {
  const { proofing: words } = useMessages();
  const factsOf = useDecisionFacts();
  const nameOf = useActor();
  const { decision } = proofing;
  const reopened = decision?.event === 'resume' ? events.find(isDecision) : undefined;
  // The entry of an old decision may be purged from the audit log; the proofing itself has its message.
  if (!decision) return <Facts facts={factsOf(decidedOf(proofing))} />;
  return (
    <section className="stack tight" aria-label={words.lastDecision}>
      {[...(reopened ? [reopened] : []), decision].map((one) => (
        <Facts
          key={one.time}
          facts={[
            [words.steps[one.event] ?? words.decided, <Time key="time" at={one.time} isRelative />],
            [words.decidedBy, nameOf(one)],
            ...factsOf(one),
          ]}
        />
      ))}
    </section>
  );
}

export function OpenNext({ isBusy, openNext }: Pick<ReturnType<typeof useOpenNext>, 'isBusy' | 'openNext'>) {
  const { proofing: words } = useMessages();
  useShortcuts([{ keys: 'n', text: words.next, run: openNext }]);
  return (
    <div className="actions">
      <Button kind="main" shortcut="n" isBusy={isBusy} onClick={openNext}>
        {words.next}
      </Button>
    </div>
  );
}
