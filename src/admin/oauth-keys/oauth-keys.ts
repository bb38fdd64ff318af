import type { AccountDeps } from '../../accounts/deps.ts';
import type { SigningKeyInfo } from '../../accounts/ports/services.ts';
import type { AccountOperation } from '../account-contract.ts';
import { isoTime } from '../account-views.ts';

type Needs = Pick<AccountDeps, 'keys'>;

function keyView({ keyId, stage, createdAt, activeFrom }: SigningKeyInfo) {
  return { id: keyId, stage, createTime: isoTime(createdAt), activeTime: isoTime(activeFrom) };
}

export function listOAuthKeys({ keys }: Needs): AccountOperation<'listOAuthKeys'> {
  return async () => ({ keys: (await keys.list()).map(keyView) });
}

export function rotateOAuthKeys({ keys }: Needs): AccountOperation<'rotateOAuthKeys'> {
  return async ({ compromised = false }) => {
    await keys.rotate({ compromised });
    return { keys: (await keys.list()).map(keyView) };
  };
}
