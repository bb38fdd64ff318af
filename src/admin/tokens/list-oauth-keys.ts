import type { AccountDeps } from '../../accounts/deps.ts';
import type { SigningKeyInfo } from '../../accounts/ports/services.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { AdminOperation } from '../operation.ts';

export type Needs = Pick<AccountDeps, 'keys'>;

export function keyView({ keyId, stage, createdAt, activeFrom }: SigningKeyInfo) {
  return { id: keyId, stage, createTime: isoTime(createdAt), activeTime: isoTime(activeFrom) };
}

export const listOAuthKeys: AdminOperation<'listOAuthKeys', Needs> =
  ({ keys }) =>
  async () => ({ keys: (await keys.list()).map(keyView) });
