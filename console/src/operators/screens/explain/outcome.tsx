import { checkText, outcomeText } from '../../../../../src/client/request-text.ts';
import { useMessages } from '../../../messages/index.ts';

/** The reason of a refusal in words. */
export function useOutcomeText() {
  const { explain: words } = useMessages();
  return (outcome: string): string => outcomeText(outcome, words);
}

/** The same with the code that the caller got. */
export function Outcome({ outcome }: { readonly outcome: string }) {
  const text = useOutcomeText()(outcome);
  return (
    <span>
      {text} <code className="soft small">{outcome}</code>
    </span>
  );
}

export function useCheckText() {
  const { explain: words } = useMessages();
  return (check: string): string => checkText(check, words);
}
