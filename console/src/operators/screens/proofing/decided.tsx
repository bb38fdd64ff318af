import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';
import { decidedOf, useDecisionFacts } from '../../parts/decision-text.tsx';
import { useActor } from '../../parts/events/actor.ts';
import type { useOpenNext } from './queue.ts';

type Proofing = AdminResponse<'getProofing'>;

/** The decision that was made: by whom, when, why, and what the wallet gets. */
export function Decided({ proofing }: { readonly proofing: Proofing }) {
  const { proofing: words } = useMessages();
  const factsOf = useDecisionFacts();
  const nameOf = useActor();
  const { decision } = proofing;
  // The entry of an old decision may be purged from the audit log; the proofing itself has its message.
  const facts = factsOf(decision ?? decidedOf(proofing));
  return (
    <section className="stack tight" aria-label={words.lastDecision}>
      <Facts
        facts={[
          decision && [
            words.steps[decision.event] ?? words.decided,
            <Time key="time" at={decision.time} isRelative />,
          ],
          decision && [words.decidedBy, nameOf(decision)],
          ...facts,
        ]}
      />
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
