import { useMessages } from '../messages/index.ts';
import { Time } from './time.tsx';

interface StepInList {
  readonly text: string;
  readonly state: 'done' | 'now' | 'later';
  /** ISO 8601. */
  readonly time?: string | undefined;
}

const SIGNS = { done: '✓', now: '→', later: '·' } as const;

/** A list of steps with their times. Each step is marked as done, next or later. */
export function StepList({ steps }: { readonly steps: readonly StepInList[] }) {
  const { common } = useMessages();
  return (
    <ol className="step-list marked">
      {steps.map(({ text, state, time }) => (
        <li key={text} className={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="sign" aria-hidden="true">
            {SIGNS[state]}
          </span>
          <div>
            <span className="hidden-visually">{common.stepStates[state]}: </span>
            {text}
            {time !== undefined && (
              <div className="soft small">
                <Time at={time} isRelative />
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
