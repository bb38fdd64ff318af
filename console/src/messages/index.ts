import { createContext, useContext } from 'react';
import { typed } from '../kit/as-typed.ts';
import { account, common } from './common.ts';
import type { mediationWords } from './mediation-console.ts';
import type { operatorsWords } from './operators.ts';
import { passkeys } from './passkeys.ts';

const shared = { common, account, passkeys } as const;

export type OwnMessages = typeof operatorsWords | typeof mediationWords;
type English = typeof shared & typeof operatorsWords & typeof mediationWords;

type Widened<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? string
    : Table[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Widened<Table[Key]>;
};

/** Messages of the shared screens and of one console. */
export interface Messages extends Widened<English> {
  /** The words of a screen that loads them itself. */
  readonly localized: <Table extends object>(table: Table) => Widened<Table>;
}

const VOWELS: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** Text that is 40 % longer and visibly not English. It reveals words outside the tables and layouts that break. */
function pseudoText(text: string): string {
  const marked = text.replace(/[aeiou]/g, (vowel) => VOWELS[vowel] ?? vowel);
  // In several words, so that lines can break.
  const more = '~~~~~~~ '.repeat(text.length).slice(0, Math.ceil(text.length * 0.4));
  return `[${marked}${more}]`;
}

/** A table with each of its texts changed. */
function changed<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (typeof value === 'function') return ((...args: unknown[]) => change(String(value(...args)))) as Value;
  if (Array.isArray(value)) return value.map((inner) => changed(inner, change)) as Value;
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, changed(inner, change)]),
  ) as Value;
}

export const LOCALES = ['en', 'en-XA', 'ar-XB'] as const;
export type Locale = (typeof LOCALES)[number];

/** Pseudo-locales test the layout: en-XA has longer words, ar-XB also runs from right to left. */
export function messagesIn(own: OwnMessages, locale: Locale): Messages {
  const seen = new WeakMap<object, object>();
  const localized = <Table extends object>(table: Table): Widened<Table> => {
    const known = seen.get(table);
    if (known) return known as Widened<Table>;
    const english = changed(table, typed);
    const words = locale === 'en' ? english : changed(english, pseudoText);
    seen.set(table, words);
    return words as Widened<Table>;
  };
  return { ...localized({ ...shared, ...own } as unknown as English), localized };
}

export const MessagesContext = createContext<Messages | null>(null);

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error('there is no table of messages');
  return messages;
}

/** The words of a screen that loads them itself, because few people open it. */
export const useWords = <Table extends object>(table: Table): Widened<Table> =>
  useMessages().localized(table);
