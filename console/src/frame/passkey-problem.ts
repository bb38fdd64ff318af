import { ApiError } from '../api/client.ts';
import { PasskeyProblem } from '../api/passkeys.ts';
import { useMessages } from '../messages/index.ts';

/** Makes the text for a passkey that was not accepted, or that the browser did not give. */
export function usePasskeyProblem() {
  const { passkeys, common } = useMessages();
  return (error: unknown): string => {
    if (error instanceof PasskeyProblem)
      return error.kind === 'elsewhere' ? passkeys.elsewhere(error.domain) : passkeys[error.kind];
    if (!(error instanceof ApiError)) return String(error);
    return error.retryAfter === undefined ? error.message : common.retryAfter(error.retryAfter);
  };
}
