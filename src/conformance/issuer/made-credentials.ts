import { operationPath } from '../../issuer/contract/index.ts';
import type { Exchange } from '../../wallet/index.ts';

interface Credential {
  readonly deviceReferenceId: string;
  readonly credentialId: string;
}

const OK = 200;
const PROVISIONED = operationPath('provisionCredential');
const DELETED = operationPath('notifyCredentialDeleted');

interface MadeCredentials {
  see(exchange: Exchange): void;
  /** Those that were not deleted. */
  live(): readonly Credential[];
}

/**
 * The credentials that an issuer gave out, from the exchanges: also those of a fault that it did not detect, and of
 * requests that a case sent at the same time.
 */
export function madeCredentials(): MadeCredentials {
  const made = new Map<string, Credential>();
  return {
    see({ url, request, answer }) {
      const path = [PROVISIONED, DELETED].find((one) => new URL(url).pathname.endsWith(one));
      if (path === undefined || answer?.status !== OK) return;
      const { deviceReferenceId, credentialId } = JSON.parse(request) as Credential;
      const key = JSON.stringify([deviceReferenceId, credentialId]);
      if (path === PROVISIONED) made.set(key, { deviceReferenceId, credentialId });
      else made.delete(key);
    },
    live: () => [...made.values()],
  };
}
