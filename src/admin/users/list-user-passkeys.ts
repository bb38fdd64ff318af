import type { Passkey } from '../../accounts/ports/passkeys.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { type PasskeyView, USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { userNamed } from './user.ts';

const view = ({ passkeyId, createdAt, lastUsedAt, ...passkey }: Passkey): PasskeyView => ({
  id: passkeyId,
  name: passkey.name,
  domain: passkey.domain,
  isDeviceBound: passkey.isDeviceBound,
  isBackedUp: passkey.isBackedUp,
  createTime: isoTime(createdAt),
  ...(lastUsedAt !== undefined && { lastUseTime: isoTime(lastUsedAt) }),
});

export const listUserPasskeys = operation(USER_METHODS.listUserPasskeys, {
  needs: accounts,
  run: ({ store }, { user: name }) =>
    store.read(async (reader) => {
      const { userId } = await userNamed(reader, name);
      return { passkeys: (await reader.passkeysOf(userId)).map(view) };
    }),
});
