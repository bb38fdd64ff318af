import { Badge } from '../../../kit/badge.tsx';
import { longDayText, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { Step } from './next-step.ts';

/** The next step of a key as text; a due step is highlighted. */
export function StepText({ step }: { readonly step: Step }) {
  const { keys } = useMessages();
  const now = useNow();
  const { steps } = keys;
  const when = step.at === undefined ? '' : longDayText(step.at);
  const isDue = step.at !== undefined && step.at <= now;
  const texts: Readonly<Record<Step['kind'], string>> = {
    rotate: isDue ? steps.rotateNow : steps.rotate(when),
    newRoot: steps.newRoot(when),
    finish: isDue ? steps.finishNow : steps.finish(when),
    waits: steps.waits,
    retires: steps.retires(when),
    lists: steps.lists,
    destroyed: steps.destroyed,
    none: steps.none,
  };
  const text = texts[step.kind];
  return step.level === 'fine' ? text : <Badge tone={step.level}>{text}</Badge>;
}
