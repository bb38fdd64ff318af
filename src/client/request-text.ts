import type { REQUEST_WORDS } from '../admin/contract/explained/requests.ts';
import { codeWords } from '../conventions/code-words.ts';
import { upperFirst } from '../conventions/upper-first.ts';

type Table = Readonly<Record<string, string>>;

/** The words for codes of requests, of any language. */
type RequestWords = {
  readonly [Key in keyof typeof REQUEST_WORDS]: (typeof REQUEST_WORDS)[Key] extends string ? string : Table;
};

export type Summaries = Readonly<Record<string, string | undefined>>;

/** The summary of an operation; that of the longest path in front of an endpoint. */
function summaryOf(operation: string, summaries: Summaries): string | undefined {
  if (!operation.startsWith('/')) return summaries[operation];
  const paths = Object.keys(summaries).filter((path) =>
    `${operation}/`.startsWith(path.replace(/\/?$/, '/')),
  );
  return summaries[paths.toSorted((one, other) => other.length - one.length)[0] ?? ''];
}

/** The beginning of a summary, up to the first sign; a list such as `Reject, challenge or resume` is whole. */
const BEGINNING = /^(?:[^,;:(]+(?:, \w+)+ (?:and|or) )?[^,;:(]*?(?=(?: and)?[,;:(]|\.?$)/;

/** `rejectProofing` as `Reject a proofing`: by the beginning of its summary, or else by its own name. */
export function operationText(operation: string, summaries: Summaries, words: RequestWords): string {
  if (operation === 'unknown') return words.unknownAddress;
  const summary = summaryOf(operation, summaries)?.match(BEGINNING)?.[0].trim();
  return summary ?? upperFirst(codeWords(operation.replaceAll('.', ' ')));
}

/** The reason of a refusal. Reasons without words are codes that read well. */
export const outcomeText = (outcome: string, { outcomes }: RequestWords): string =>
  outcomes[outcome] ?? upperFirst(codeWords(outcome));

/** `signature.wrongChallenge` as `signature: wrong challenge`, if it has no words of its own. */
export function checkText(check: string, { checks }: RequestWords): string {
  if (checks[check] !== undefined) return checks[check];
  const [name = '', suffix] = check.split('.');
  const text = checks[name] ?? name;
  return suffix === undefined ? text : `${text}: ${codeWords(suffix)}`;
}
