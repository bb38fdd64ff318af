import { useEffect, useState } from 'react';
import { useSession } from '../../../frame/session.tsx';
import { Failure, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { isUndecided } from '../../proofing-state.tsx';
import { OpenNext } from './decided.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import type { Review } from './evidence.tsx';
import { type Draft, EMPTY_DRAFT, isTyped } from './forms.ts';
import { type Decision, draftOf, isDecidedHere, saveDraft, useUnstoredDecisions } from './held-decision.ts';
import { Meanwhile } from './meanwhile.tsx';
import { useOpenNext } from './queue.ts';
import { useDecide } from './use-decide.ts';

interface DecideProps {
  readonly review: Review;
  /** The person to decide about. */
  readonly name: string;
  /** Whether the record has one to compare. */
  readonly hasPortrait: boolean;
}

/** The form of the decision with what was typed. It outlives the page, so that nothing typed is lost. */
function useForm(id: string, isHeld: boolean) {
  const read = () => draftOf(id) ?? { decision: undefined, draft: EMPTY_DRAFT };
  const [form, setForm] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a decision is undone, what was typed comes back.
  useEffect(() => {
    if (!isHeld && draftOf(id)) setForm(read());
  }, [isHeld]);
  const isUnsaved = isTyped(form.draft) && !isHeld;
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const change = (decision: Decision | undefined, draft: Draft) => {
    saveDraft(id, { decision, draft });
    setForm({ decision, draft });
  };
  return { opened: form.decision, draft: form.draft, change };
}

/** The decisions, beside the person and the evidence, and the result of a decision. */
export function Decide({ review, name, hasPortrait }: DecideProps) {
  const { proofing: words } = useMessages();
  const { proofing } = review;
  const { id } = proofing;
  // The state when the page was opened shows whether another person made the decision since.
  const [wasUndecided] = useState(isUndecided(proofing.state));
  const { resume, hold, isBusy, error, isOutdated } = useDecide(review);
  const unstored = useUnstoredDecisions().find((one) => one.id === id);
  const { opened, draft, change } = useForm(id, unstored !== undefined);
  const next = useOpenNext();
  const watched = useAdmin('getProofing', { id }, { every: 10_000 }).data ?? proofing;
  const state = isUndecided(proofing.state) ? watched.state : proofing.state;
  const { session } = useSession();
  // While another person has claimed the proofing, the buttons are off. A notice above offers to take it over.
  const isElsewhere = watched.claim !== undefined && watched.claim.operatorId !== session.person.id;

  const send = async (decision: Decision, detail?: object) => {
    const taken = { decision, detail, draft, name };
    if (decision === 'resume') {
      if (await resume(taken)) change(undefined, EMPTY_DRAFT);
    } else if (await hold(taken)) await next.openNext();
  };

  if (!isUndecided(state))
    return wasUndecided && !isDecidedHere(id) ? (
      <Meanwhile id={id} state={state} draft={draft} />
    ) : (
      <OpenNext isBusy={next.isBusy} openNext={next.openNext} />
    );
  if (unstored)
    return (
      <>
        <p role="status">{words.done[unstored.decision](name)}</p>
        <OpenNext isBusy={next.isBusy} openNext={next.openNext} />
      </>
    );
  const failure = error ?? next.error;
  return (
    <>
      {isOutdated && (
        <Notice kind="care" title={words.outdated}>
          {words.outdatedText}
        </Notice>
      )}
      {failure !== undefined && <Failure error={failure} />}
      <DecisionBar
        state={state}
        isAcceptable={review.isAcceptable}
        opened={opened}
        isElsewhere={isElsewhere}
        isBusy={isBusy || next.isBusy}
        onOpen={(decision) => change(decision, draft)}
        onSkip={() => void next.leave(id)}
      />
      {opened && (
        <DecisionPanel
          decision={opened}
          review={review}
          name={name}
          hasPortrait={hasPortrait}
          draft={draft}
          isElsewhere={isElsewhere}
          isBusy={isBusy || next.isBusy}
          onDraft={(part) => change(opened, { ...draft, ...part })}
          onDecide={(detail) => send(opened, detail)}
          onClose={() => change(undefined, draft)}
        />
      )}
    </>
  );
}
