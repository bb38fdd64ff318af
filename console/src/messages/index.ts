import { createContext, useContext } from 'react';
import { approvals } from './approvals.ts';
import { auditLog } from './audit-log.ts';
import { account, common } from './common.ts';
import { credentials } from './credentials.ts';
import { devices } from './devices.ts';
import { explain } from './explain.ts';
import { holder, holders } from './holders.ts';
import { holdersImport } from './holders-import.ts';
import { keys } from './keys.ts';
import { mediation } from './mediation/index.ts';
import { mediationFrame } from './mediation-frame.ts';
import { notifications } from './notifications.ts';
import { operatorsFrame } from './operators-frame.ts';
import { parts } from './parts.ts';
import { proofing, proofingWords } from './proofing.ts';
import { reviews } from './reviews.ts';
import { today } from './today.ts';

/** All words of the consoles, by screen. A screen adds its own table here. */
export const english = {
  common,
  account,
  approvals,
  auditLog,
  credentials,
  devices,
  explain,
  notifications,
  holder,
  holders,
  holdersImport,
  keys,
  mediation,
  mediationFrame,
  operatorsFrame,
  parts,
  proofing,
  proofingWords,
  reviews,
  today,
} as const;

type Widened<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends string
    ? string
    : Table[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Widened<Table[Key]>;
};

export type Messages = Widened<typeof english>;

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
export const messagesIn = (locale: Locale): Messages =>
  locale === 'en' ? english : pseudo<Messages>(english);

export const MessagesContext = createContext<Messages>(english);
export const useMessages = (): Messages => useContext(MessagesContext);
