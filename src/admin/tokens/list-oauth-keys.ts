import type { SigningKeyInfo } from '../../accounts/ports/services.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { OAUTH_KEY_METHODS } from '../contract/tokens/methods.ts';
import { accounts, operation } from '../operation/operation.ts';

export function keyView({ keyId, stage, createdAt, activeFrom }: SigningKeyInfo) {
  return { id: keyId, stage, createTime: isoTime(createdAt), activeTime: isoTime(activeFrom) };
}

export const listOAuthKeys = operation(OAUTH_KEY_METHODS.listOAuthKeys, {
  needs: accounts,
  run: async ({ keys }) => ({ keys: (await keys.list()).map(keyView) }),
});
