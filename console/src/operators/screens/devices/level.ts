import { useMessages } from '../../../messages/index.ts';

/** The word for the security level of a device key. */
export function useLevelWord() {
  const { devices: words } = useMessages();
  const levels: Readonly<Record<string, string>> = words.levels;
  return (level: string | undefined): string => (level === undefined ? '–' : (levels[level] ?? level));
}
