import { CannotCompare } from '../before/cannot-compare.ts';
import { DOC_TYPE } from './parts/doc-type.ts';

export const WINDOWS = ['lives', 'msos', 'credentials'] as const;
export type WindowName = (typeof WINDOWS)[number];

export const UNITS: Readonly<Record<WindowName, string>> = {
  lives: 'lives',
  msos: 'MSOs',
  credentials: 'credentials',
};

const MANUAL = { DIPTYCH_ISSUER_DECISIONS: 'manual' } as const;

/** The settings of Diptych without which a window cannot be sent. */
const SETTINGS_FOR: Readonly<Record<WindowName, Readonly<Record<string, string>>>> = {
  lives: MANUAL,
  msos: MANUAL,
  credentials: { DIPTYCH_ISSUER_WALLETS_DOCUMENT_TYPES: JSON.stringify([DOC_TYPE]) },
};

export const SETTINGS: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(SETTINGS_FOR));

/** Windows that a server can be sent without these settings. @throws CannotCompare if there is none */
export function windowsWithout(unknown: readonly string[]): readonly WindowName[] {
  const names = WINDOWS.filter(
    (name) => !Object.keys(SETTINGS_FOR[name]).some((one) => unknown.includes(one)),
  );
  if (names.length > 0) return names;
  throw new CannotCompare(`The commit before does not know these settings: ${unknown.join(', ')}.`);
}
