import { useState } from 'react';
import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { Button } from '../../../kit/button.tsx';
import { Failure, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { personName } from '../../parts/record-text.ts';
import { isUndecided } from '../../proofing-state.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { type Decision, DecisionPanel } from './decision-panel.tsx';
import type { Review } from './evidence.tsx';
import { type Draft, EMPTY_DRAFT, noteOf } from './forms.ts';
import { Meanwhile } from './meanwhile.tsx';
import { skip, useOpenNext } from './queue.ts';
import { useDecide } from './use-decide.ts';

interface DecideProps {
  readonly review: Review;
  readonly record: AdminResponse<'getHolderRecord'> | undefined;
}

/** The bar of decisions at the lower edge, and the result of the decision. */
export function Decide({ review, record }: DecideProps) {
  const { proofing: words } = useMessages();
  const { proofing, holder } = review;
  const { id } = proofing;
  const [opened, setOpened] = useState<Decision>();
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  // The state when the page was opened shows whether another person made the decision since.
  const [wasUndecided] = useState(isUndecided(proofing.state));
  const { decide, isBusy, error, isOutdated, isDone } = useDecide(review);
  const next = useOpenNext();
  const watched = useAdmin('getProofing', { id }, { every: 10_000 }).data ?? proofing;
  const state = isUndecided(proofing.state) ? watched.state : proofing.state;

  const send = async (decision: Decision, detail?: object) => {
    if (!(await decide(decision, { detail, ...noteOf(draft) }))) return;
    setOpened(undefined);
    if (decision !== 'resume') await next.openNext();
  };
  const leave = () => {
    skip(id);
    void next.openNext();
  };

  if (!isUndecided(state)) {
    if (wasUndecided && !isDone)
      return (
        <section className="decision" aria-label={words.decision}>
          <Meanwhile id={id} state={state} draft={draft} />
        </section>
      );
    return <OpenNext isBusy={next.isBusy} openNext={next.openNext} />;
  }
  const person = record && personName(record);
  const name = [person, holder?.id].filter(Boolean).join(' – ') || words.theProofing;
  const failure = error ?? next.error;
  return (
    <section className="decision" aria-label={words.decision}>
      {isOutdated && (
        <Notice kind="care" title={words.outdated}>
          {words.outdatedText}
        </Notice>
      )}
      {failure !== undefined && <Failure error={failure} />}
      {opened && (
        <DecisionPanel
          decision={opened}
          review={review}
          name={name}
          draft={draft}
          isBusy={isBusy}
          onDraft={(part) => setDraft((before) => ({ ...before, ...part }))}
          onDecide={(detail) => send(opened, detail)}
          onClose={() => setOpened(undefined)}
        />
      )}
      <DecisionBar
        state={state}
        isAcceptable={review.isAcceptable}
        opened={opened}
        isBusy={isBusy || next.isBusy}
        onOpen={setOpened}
        onSkip={leave}
      />
    </section>
  );
}

function OpenNext({ isBusy, openNext }: Pick<ReturnType<typeof useOpenNext>, 'isBusy' | 'openNext'>) {
  const { proofing: words } = useMessages();
  useShortcuts([{ keys: 'n', text: words.next, run: openNext }]);
  return (
    <div className="actions">
      <Button shortcut="n" isBusy={isBusy} onClick={openNext}>
        {words.next}
      </Button>
    </div>
  );
}
