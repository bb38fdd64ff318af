import type { Passkey } from '../../accounts/ports/passkeys.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import type { AdminOperation } from '../operation.ts';
import type { PasskeyView } from './contract.ts';
import { type Needs, userNamed } from './user.ts';

const view = ({ passkeyId, createdAt, lastUsedAt, ...passkey }: Passkey): PasskeyView => ({
  id: passkeyId,
  name: passkey.name,
  domain: passkey.domain,
  isDeviceBound: passkey.isDeviceBound,
  isBackedUp: passkey.isBackedUp,
  createTime: isoTime(createdAt),
  ...(lastUsedAt !== undefined && { lastUseTime: isoTime(lastUsedAt) }),
});

export const listUserPasskeys: AdminOperation<'listUserPasskeys', Pick<Needs, 'store'>> =
  ({ store }) =>
  ({ user: name }) =>
    store.read(async (reader) => {
      const { userId } = await userNamed(reader, name);
      return { passkeys: (await reader.passkeysOf(userId)).map(view) };
    });
