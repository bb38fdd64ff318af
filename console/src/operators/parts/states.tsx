import { codeWords } from '../../../../src/conventions/code-words.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';
import { useProofingState } from '../proofing-state.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  // A person without any credential may get documents, too.
  'holder active': 'plain',
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
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = parts.states;
  return (kind: string, state: string): string => words[kind]?.[state] ?? state;
}

/** A state in a sentence, of any kind of thing. */
export function useStateText() {
  const word = useStateWord();
  const proofing = useProofingState();
  return (kind: string, state: string): string =>
    kind === 'proofing' ? proofing(state) : codeWords(word(kind, state));
}

export function StateBadge({ of, state }: { readonly of: string; readonly state: string }) {
  const word = useStateWord();
  return <Badge tone={TONES[`${of} ${state}`] ?? TONES[state] ?? 'plain'}>{word(of, state)}</Badge>;
}
