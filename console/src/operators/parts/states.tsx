import { codeWords } from '../../../../src/conventions/code-words.ts';
import { Badge, toneOf } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';
import { useProofingState } from '../proofing-state.tsx';

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
  // A person without any credential may get documents, too.
  const isPlain = of === 'holder' && state === 'active';
  return <Badge tone={isPlain ? 'plain' : toneOf(state)}>{word(of, state)}</Badge>;
}
