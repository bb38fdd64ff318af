import { useMessages } from '../../../messages/index.ts';

/** Where the key of a device is, in words. */
export function useLevelWord() {
  const { devices: words } = useMessages();
  const levels: Readonly<Record<string, string>> = words.levels;
  return (level: string | undefined): string => (level === undefined ? '–' : (levels[level] ?? level));
}
