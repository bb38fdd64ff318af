import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../../frame/shortcuts.tsx';
import { Button } from '../../../kit/button.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useMayCall } from '../../api.ts';
import { allows } from '../../proofing-state.tsx';
import type { Decision } from './held-decision.ts';
import { DECISION_METHODS } from './use-decide.ts';

interface BarProps {
  readonly state: string;
  readonly isAcceptable: boolean;
  readonly opened: Decision | undefined;
  /** Another person has claimed it. */
  readonly isElsewhere: boolean;
  readonly isBusy: boolean;
  readonly onOpen: (decision: Decision) => void;
  readonly onSkip: () => void;
}

const KEYS = { accept: 'a', reject: 'r', challenge: 'c', resume: 'u' } as const;
const ALL = Object.keys(KEYS) as readonly Decision[];

/** The decisions that state and role allow. They make way for the form of one; their keys still work. */
export function DecisionBar(props: BarProps) {
  const { state, isAcceptable, opened, isElsewhere, isBusy, onOpen, onSkip } = props;
  const { proofing: words } = useMessages();
  const mayCall = useMayCall();
  const shown = ALL.filter((decision) => allows(state, decision));
  const isOff = (decision: Decision) =>
    !mayCall(DECISION_METHODS[decision]) || (decision === 'accept' && !isAcceptable) || isElsewhere || isBusy;
  useShortcuts([
    ...shown.map((decision) => ({
      keys: KEYS[decision],
      text: words[decision],
      disabled: isOff(decision),
      run: () => onOpen(decision),
    })),
    { keys: 's', text: words.skip, run: onSkip, disabled: isBusy },
    { keys: 'n', text: words.next, run: onSkip, disabled: isBusy },
  ]);
  const buttons = useRef<HTMLDivElement>(null);
  const last = useRef<Decision>(undefined);
  // A form that is closed gives the focus back to the button that opened it.
  useEffect(() => {
    if (opened === undefined && last.current !== undefined)
      buttons.current
        ?.querySelector<HTMLElement>(`[data-decision="${last.current}"]`)
        ?.focus({ preventScroll: true });
    last.current = opened;
  }, [opened]);
  const hint = !mayCall('acceptProofing')
    ? words.needsRole(roleFor('acceptProofing'))
    : isAcceptable || isElsewhere
      ? undefined
      : words.notAcceptable;
  if (opened) return null;
  return (
    <div className="decision-bar">
      <div className="actions" ref={buttons}>
        {shown.map((decision) => (
          <Button
            key={decision}
            data-decision={decision}
            kind={decision === 'accept' ? 'main' : decision === 'reject' ? 'danger' : 'plain'}
            shortcut={KEYS[decision]}
            disabled={isOff(decision)}
            onClick={() => onOpen(decision)}
          >
            {words[decision]}
          </Button>
        ))}
        <Button shortcut="s" disabled={isBusy} onClick={onSkip}>
          {words.skip}
        </Button>
      </div>
      {hint && <p className="soft small">{hint}</p>}
    </div>
  );
}
