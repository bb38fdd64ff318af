import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';

type Proofing = AdminResponse<'getProofing'>;

const oneOf = <Words extends Readonly<Record<string, string>>>(words: Words, message: object | undefined) => {
  const name = Object.keys(message ?? {}).find((member) => Object.hasOwn(words, member));
  return name === undefined ? undefined : words[name as keyof Words];
};

/** The reason for the state of a proofing as text. */
export function useDecisionReason() {
  const { proofingWords } = useMessages();
  const { reasons, challenges, causes } = proofingWords;
  return ({ state, rejected, challenged, rejectionCause, endCause }: Proofing): string => {
    if (state === 'challenged') return oneOf(challenges, challenged) ?? '–';
    const cause = rejectionCause ?? endCause;
    if (cause !== undefined) return causes[cause];
    return oneOf(reasons, rejected?.primaryRejection) ?? '–';
  };
}
