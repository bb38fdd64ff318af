import { codeWords } from '../../../../../src/conventions/code-words.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';
import { useMessages } from '../../../messages/index.ts';

type Table = Readonly<Record<string, string>>;

/** The reason of a refusal in words. Reasons without words are codes that read well. */
export function useOutcomeText() {
  const { explain: words } = useMessages();
  return (outcome: string): string => (words.outcomes as Table)[outcome] ?? upperFirst(codeWords(outcome));
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

/** `signature.wrongChallenge` as `signature: wrong challenge`. */
export function useCheckText() {
  const { explain: words } = useMessages();
  return (check: string): string => {
    const [name = '', suffix] = check.split('.');
    const text = (words.checks as Table)[name] ?? name;
    const detail = suffix?.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return detail === undefined ? text : `${text}: ${detail}`;
  };
}
