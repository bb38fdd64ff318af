import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { preferZone } from '../kit/zone.ts';
import { LOCALES, type Locale, MessagesContext, messagesIn, type OwnMessages } from '../messages/index.ts';

/** Preferences that the browser stores. They hold no personal data. */
export interface Preferences {
  readonly scheme: 'system' | 'light' | 'dark';
  readonly shortcuts: boolean;
  readonly locale: Locale;
  /** Times in the zone of the browser, or in UTC. */
  readonly zone: 'local' | 'utc';
  /** Hidden columns by table. */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>;
}

const KEY = 'diptych.preferences';
const STANDARD: Preferences = {
  scheme: 'system',
  shortcuts: true,
  locale: 'en',
  zone: 'local',
  hiddenColumns: {},
};

function stored(): Preferences {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    const locale = LOCALES.find((one) => one === kept.locale) ?? 'en';
    return { ...STANDARD, ...kept, locale };
  } catch {
    return STANDARD;
  }
}

interface Kept {
  readonly preferences: Preferences;
  change(part: Partial<Preferences>): void;
}

const PreferencesContext = createContext<Kept>({ preferences: STANDARD, change() {} });
export const usePreferences = (): Kept => useContext(PreferencesContext);

interface ProviderProps {
  readonly words: OwnMessages;
  readonly children: ReactNode;
}

export function PreferencesProvider({ words, children }: ProviderProps) {
  const [preferences, setPreferences] = useState(stored);
  const { scheme, locale, zone } = preferences;
  // Before the page is drawn: every time on it follows.
  preferZone(zone === 'utc' ? 'UTC' : undefined);
  useEffect(() => {
    const { documentElement: root } = document;
    if (scheme === 'system') delete root.dataset.scheme;
    else root.dataset.scheme = scheme;
    root.lang = locale;
    root.dir = locale.startsWith('ar') ? 'rtl' : 'ltr';
  }, [scheme, locale]);
  const kept = useMemo<Kept>(
    () => ({
      preferences,
      change: (part) =>
        setPreferences((before) => {
          const after = { ...before, ...part };
          localStorage.setItem(KEY, JSON.stringify(after));
          return after;
        }),
    }),
    [preferences],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zone draws all texts again.
  const messages = useMemo(() => messagesIn(words, locale), [words, locale, zone]);
  return (
    <PreferencesContext value={kept}>
      <MessagesContext value={messages}>{children}</MessagesContext>
    </PreferencesContext>
  );
}
