import { challengeKinds, rejectionReasons } from 'virtual:contract';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../kit/button.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { useMessages } from '../../../messages/index.ts';
import { usePortraitsShown } from '../../parts/portrait.tsx';
import { ChallengeFields, NoteField, RejectFields } from './decision-fields.tsx';
import type { Review } from './evidence.tsx';
import { challengeDetail, type Draft, rejectDetail } from './forms.ts';
import type { Decision } from './held-decision.ts';
import { Preview } from './preview.tsx';

interface PanelProps {
  readonly decision: Decision;
  readonly review: Review;
  /** The person to decide about. */
  readonly name: string;
  /** Whether the record has one to compare. */
  readonly hasPortrait: boolean;
  readonly draft: Draft;
  /** Another person has claimed it. */
  readonly isElsewhere: boolean;
  readonly isBusy: boolean;
  readonly onDraft: (part: Partial<Draft>) => void;
  readonly onDecide: (detail?: object) => void;
  readonly onClose: () => void;
}

/** The form of one decision. Enter sends it, Escape closes it. */
export function DecisionPanel(props: PanelProps) {
  const { decision, review, name, draft, onDraft } = props;
  const { proofing: words } = useMessages();
  const { reasons, proofing } = review;
  const { id } = proofing;
  if (decision === 'accept')
    return (
      <Panel {...props} title={words.acceptTitle(name)} text={words.acceptText} action={words.accept}>
        {props.hasPortrait && <UnseenPortrait />}
        <NoteField draft={draft} onChange={onDraft} />
      </Panel>
    );
  if (decision === 'resume')
    return (
      <Panel {...props} title={words.resumeTitle} text={words.resumeText} action={words.send.resume}>
        <NoteField draft={draft} onChange={onDraft} />
      </Panel>
    );
  if (decision === 'reject') {
    const detail = rejectDetail(draft, rejectionReasons);
    return (
      <Panel
        {...props}
        title={words.rejectTitle(name)}
        text={words.rejectFinal}
        action={words.send.reject}
        detail={detail}
        missing={words.reason}
        preview={<Preview id={id} decision="reject" detail={detail} />}
      >
        <RejectFields draft={draft} onChange={onDraft} names={reasons.reject} />
      </Panel>
    );
  }
  const detail = challengeDetail(draft, challengeKinds);
  return (
    <Panel
      {...props}
      title={words.challengeTitle(name)}
      text={words.challengeText}
      action={words.send.challenge}
      detail={detail}
      missing={words.task}
      preview={<Preview id={id} decision="challenge" detail={detail} />}
    >
      <ChallengeFields draft={draft} onChange={onDraft} names={reasons.challenge} />
    </Panel>
  );
}

/** A way to the portrait, until it is shown. */
function UnseenPortrait() {
  const { proofing: words } = useMessages();
  const { isShown, toggle } = usePortraitsShown();
  if (isShown) return null;
  return (
    <div className="stack tight">
      <p className="small">{words.portraitUnseen}</p>
      <div>
        <Button
          onClick={({ currentTarget: { form } }) => {
            toggle();
            // This button goes. Enter accepts, as before.
            form?.querySelector<HTMLElement>('button[type="submit"]')?.focus({ preventScroll: true });
            document.querySelector('.review-person .portrait')?.scrollIntoView({ block: 'nearest' });
          }}
        >
          {words.showPortrait}
        </Button>
      </div>
    </div>
  );
}

interface FormProps extends PanelProps {
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  readonly detail?: object | undefined;
  /** The label of what must be chosen first, for a decision with a detail. */
  readonly missing?: string;
  readonly preview?: ReactNode;
  readonly children?: ReactNode;
}

function Panel(props: FormProps) {
  const { decision, title, text, action, detail, preview, isElsewhere, isBusy, children } = props;
  const { onDecide, onClose } = props;
  const { common, proofing: words } = useMessages();
  const missing = detail === undefined ? props.missing : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = decision === 'accept' ? 'button[type="submit"]' : 'input:checked, input';
    // The browser scrolls to nothing: the panel is in view, and what is compared stays where it is.
    form.current?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
  }, [decision]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) form.current?.requestSubmit();
    else return;
    event.preventDefault();
  };
  const isReady = missing === undefined && !isElsewhere;
  const isFinal = decision === 'reject';
  return (
    <form
      ref={form}
      className="decision-panel"
      aria-labelledby="decision-title"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) onDecide(detail);
      }}
    >
      <div>
        <h2 id="decision-title">{isFinal ? common.asks(title) : title}</h2>
        {text && <p className="soft small">{text}</p>}
      </div>
      <div className="stack">
        {children}
        {preview}
      </div>
      <FormActions
        action={action}
        isDanger={isFinal}
        isBusy={isBusy}
        missing={isElsewhere ? undefined : missing}
        problem={isElsewhere ? words.takeOverFirst : undefined}
        shortcut="Enter"
        onCancel={onClose}
      />
    </form>
  );
}
