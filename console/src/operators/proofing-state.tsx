import { proofingTransitions } from 'virtual:contract';
import { Badge, toneOf } from '../kit/badge.tsx';
import { useMessages } from '../messages/index.ts';

type State = keyof typeof proofingTransitions;
type ProofingEvent = 'accept' | 'reject' | 'challenge' | 'resume';

export const PROOFING_STATES = Object.keys(proofingTransitions) as readonly State[];

const isState = (state: string): state is State => Object.hasOwn(proofingTransitions, state);

/** Whether the server's state machine allows the event in this state. */
export const allows = (state: string, event: ProofingEvent): boolean =>
  isState(state) && proofingTransitions[state][event] !== undefined;

/** Whether the proofing waits for an operator or for the user. */
export const isUndecided = (state: string): boolean => allows(state, 'accept');

interface Sent {
  readonly state: string;
  readonly holderId?: string;
}

/** The owner of the device that sent a proofing. Undefined for a rejected one, which another person's phone may have sent. */
export const deviceOwner = ({ state, holderId }: Sent): string | undefined =>
  state === 'rejected' ? undefined : holderId;

export function useProofingState() {
  const { proofingWords } = useMessages();
  return (state: string): string => (isState(state) ? proofingWords.states[state] : state);
}

export function ProofingState({ state }: { readonly state: string }) {
  const word = useProofingState();
  return <Badge tone={toneOf(state)}>{word(state)}</Badge>;
}
