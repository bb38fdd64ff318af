import { Notice } from '../../../kit/states.tsx';
import { absolute, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { useActor } from '../../parts/events/actor.ts';
import { useProofingState } from '../../proofing-state.tsx';
import { OpenNext } from './decided.tsx';
import { type Draft, isTyped } from './forms.ts';
import { useOpenNext } from './queue.ts';

interface MeanwhileProps {
  readonly id: string;
  readonly state: string;
  readonly draft: Draft;
}

/**
 * Shown if another person or the wallet decided first: who and when, the typed input, and a link to the next proofing.
 */
export function Meanwhile({ id, state, draft }: MeanwhileProps) {
  const { proofing: words, proofingWords } = useMessages();
  const stateOf = useProofingState();
  const nameOf = useActor();
  const { openNext, isBusy } = useOpenNext();
  const events = useAdmin('listEvents', {
    subject: 'proofing',
    subjectId: id,
    orderBy: 'time desc',
    pageSize: 25,
  });
  const last = events.data?.events.find(({ to }) => to === state);
  const reasons: Readonly<Record<string, string>> = { ...proofingWords.reasons, ...proofingWords.challenges };
  const typed = [reasons[draft.reason], reasons[draft.task], draft.member, draft.text, draft.note];
  return (
    <Notice kind="care" title={words.meanwhile(stateOf(state))}>
      <div className="stack tight">
        {last && (
          <p>{words.meanwhileBy(nameOf(last), absolute(Date.parse(last.time), formattingLocale()))}</p>
        )}
        {isTyped(draft) && (
          <div>
            <p>{words.meanwhileKept}</p>
            <ul>
              {typed.filter(Boolean).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        <OpenNext isBusy={isBusy} openNext={openNext} />
      </div>
    </Notice>
  );
}
