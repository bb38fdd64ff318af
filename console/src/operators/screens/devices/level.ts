import { useMessages } from '../../../messages/index.ts';

/** The words for the security level of a device key: few in a list, more in a sentence. */
export function useLevelWord(length: 'short' | 'long' = 'short') {
  const { devices: words } = useMessages();
  const levels: Readonly<Record<string, string>> = words.levels[length];
  return (level: string | undefined): string => (level === undefined ? '–' : (levels[level] ?? level));
}
