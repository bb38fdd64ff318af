import type { DECISION_WORDS } from '../admin/contract/explained/decisions.ts';
import { lowerFirst, upperFirst } from '../conventions/upper-first.ts';
import type { Challenged, Rejected, Rejection } from '../issuer/contract/index.ts';

type Table = Readonly<Record<string, string>>;

/** The words for codes, of any language. */
type DecisionWords = {
  readonly [Key in keyof typeof DECISION_WORDS]: (typeof DECISION_WORDS)[Key] extends string ? string : Table;
};

/** What an entry of the audit log says about a decision. */
export interface Decision {
  readonly reason?: string | undefined;
  readonly message?: { readonly rejected?: Rejected; readonly challenged?: Challenged } | undefined;
  readonly note?: string | undefined;
}

type Fact = readonly [label: string, value: string];

type TimeText = (milliseconds: number) => string;

const wordIn = (table: Table, code: string): string | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined;

/** `deviceTooOld` as `Device too old`: codes that have no words are chosen so that they read well. */
const spaced = (code: string): string =>
  upperFirst(
    code
      .replaceAll('_', ' ')
      .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter}`)
      .toLowerCase(),
  );

/** The reason in an entry of the audit log, as people read it. */
export function reasonText(code: string, words: DecisionWords): string {
  const { reasons, challenges, causes, revocations, others } = words;
  const tables = [reasons, challenges, causes, revocations, others];
  return tables.map((table) => wordIn(table, code)).find((text) => text !== undefined) ?? spaced(code);
}

/** The code in a rejection or a challenge. */
function codeIn(message: Rejection | Challenged, { reasons, challenges }: DecisionWords): string | undefined {
  return Object.keys(message).find((name) => Object.hasOwn(reasons, name) || Object.hasOwn(challenges, name));
}

/** The value of a member of a message. The server names evidence by its code; operators name it in their own words. */
function valueText(name: string, value: unknown, words: DecisionWords, timeText: TimeText): string {
  const text = String(value);
  if (name === 'estimatedCompletion') return timeText(Number(value));
  return (name === 'evidenceType' ? wordIn(words.evidence, text) : undefined) ?? text;
}

/** What a rejection or a challenge says beside its code. */
function membersOf(
  message: Rejection | Challenged,
  words: DecisionWords,
  timeText: TimeText,
): readonly Fact[] {
  const code = codeIn(message, words);
  const { [code as keyof typeof message]: inner = {}, ...rest } = message;
  return Object.entries({ ...(inner as object), ...rest }).map(
    ([name, value]): Fact => [
      wordIn(words.members, name) ?? spaced(name),
      valueText(name, value, words, timeText),
    ],
  );
}

function furtherText(rejection: Rejection, words: DecisionWords, timeText: TimeText): string {
  const code = codeIn(rejection, words);
  const members = membersOf(rejection, words, timeText).map(([label, value]) => `${label}: ${value}`);
  const text = code === undefined ? '' : reasonText(code, words);
  return members.length > 0 ? `${text} (${members.join(', ')})` : text;
}

/** The reason, the message to the wallet and the note of a decision, each with its label. */
export function decisionFacts(
  { reason, message: { rejected, challenged } = {}, note }: Decision,
  words: DecisionWords,
  timeText: TimeText,
): readonly Fact[] {
  const main = rejected?.primaryRejection ?? challenged;
  const sent = main && codeIn(main, words);
  const why = reason ?? sent;
  const further = (rejected?.additionalRejections ?? []).map((one) => furtherText(one, words, timeText));
  return [
    ...(why === undefined ? [] : [[challenged ? words.task : words.reason, reasonText(why, words)] as const]),
    // An automatic rejection has a cause of its own, which the wallet does not get.
    ...(sent === undefined || sent === why ? [] : [[words.sentReason, reasonText(sent, words)] as const]),
    ...(main ? membersOf(main, words, timeText) : []),
    ...(further.length > 0 ? [[words.alsoReason, further.join('; ')] as const] : []),
    ...(note === undefined ? [] : [[words.note, note] as const]),
  ];
}

/** What the wallet gets by a decision beside the reason, in one line: first the text, in quotes. Ids are left out. */
export function messageText(
  { reason, message }: Decision,
  words: DecisionWords,
  timeText: TimeText,
): string | undefined {
  if (message === undefined) return undefined;
  const { rejectionDescription, challengeDescription, issuerRejectionIdentifier } = words.members;
  const [, ...all] = decisionFacts({ reason, message }, words, timeText);
  const more = all.filter(([label]) => label !== issuerRejectionIdentifier);
  const isText = ([label]: Fact) => label === rejectionDescription || label === challengeDescription;
  const texts = more.filter(isText).map(([, value]) => `“${value}”`);
  const others = more.filter((one) => !isText(one)).map(([label, value]) => `${lowerFirst(label)}: ${value}`);
  return [...texts, ...others].join('; ') || undefined;
}
