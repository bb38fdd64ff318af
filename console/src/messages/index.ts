import { createContext, useContext } from 'react';
import { account, common } from './common.ts';
import type { mediationWords } from './mediation-console.ts';
import type { operatorsWords } from './operators.ts';

const shared = { common, account } as const;

export type OwnMessages = typeof operatorsWords | typeof mediationWords;
type English = typeof shared & typeof operatorsWords & typeof mediationWords;

type Widened<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? string
    : Table[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Widened<Table[Key]>;
};

/** The words that a screen uses; a console has those of its own screens and the shared ones. */
export type Messages = Widened<English>;

const VOWELS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** Longer by 40 %, and recognisably not English: finds words that are not in the table, and layouts that break. */
function pseudoText(text: string): string {
  const marked = text.replace(/[aeiou]/g, (vowel) => VOWELS[vowel] ?? vowel);
  // In words that a line can end after, as of any language.
  const more = '~~~~~~~ '.repeat(text.length).slice(0, Math.ceil(text.length * 0.4));
  return `[${marked}${more}]`;
}

function pseudo<Value>(value: Value): Value {
  if (typeof value === 'string') return pseudoText(value) as Value;
  if (typeof value === 'function')
    return ((...args: unknown[]) => pseudoText(String(value(...args)))) as Value;
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, pseudo(inner)]),
  ) as Value;
}

export const LOCALES = ['en', 'en-XA', 'ar-XB'] as const;
export type Locale = (typeof LOCALES)[number];

/** en-XA is a pseudo-locale with longer words, ar-XB the same from right to left; both are for tests of the layout. */
export function messagesIn(own: OwnMessages, locale: Locale): Messages {
  const english = { ...shared, ...own } as unknown as Messages;
  return locale === 'en' ? english : pseudo<Messages>(english);
}

export const MessagesContext = createContext<Messages | null>(null);

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error('there is no table of messages');
  return messages;
}
