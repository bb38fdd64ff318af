import { Badge, type Tone } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';

type Kind = 'holder' | 'credential' | 'device' | 'code' | 'notification';

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  registered: 'good',
  open: 'main',
  provisionPending: 'care',
  waiting: 'care',
  revoked: 'warn',
  failed: 'warn',
};

/** The word for a state; the state itself if it is unknown. */
export function useStateWord() {
  const { parts } = useMessages();
  return (kind: Kind, state: string): string => {
    const words: Readonly<Record<string, string>> = parts.states[kind];
    return words[state] ?? state;
  };
}

export function StateBadge({ of, state }: { readonly of: Kind; readonly state: string }) {
  const word = useStateWord();
  return <Badge tone={TONES[state] ?? 'plain'}>{word(of, state)}</Badge>;
}
