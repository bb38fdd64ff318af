import { pinAtFirstUse, sha256 } from '../audit/index.ts';
import type { SealCustody } from '../audit/ports/seals.ts';
import type { IssuerStore } from '../issuer/ports/store.ts';
import { CustodyError } from '../keys/custody.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';

type Custody = Pick<SealCustody, 'pinned' | 'key'>;

async function problemOf({ audit: { sealKey } }: Settings, custody: Custody): Promise<string | undefined> {
  const keys = custody.pinned() ?? [];
  const last = keys.at(-1);
  const held = last && (await custody.key(last.keyId));
  if (held && sha256(held.point) !== last.digest)
    return 'keys.custody: the key of the seals is not the one that keys/seal.pin names; restore the key that sealed before';
  if (sealKey !== undefined && !keys.some(({ digest }) => digest === sealKey))
    return 'audit.sealKey: it is not among the keys that keys/seal.pin names; restore keys/ from its backup, or set the digest of the key that you trust';
  return undefined;
}

/** A file or a token that cannot be read is a problem too. */
async function orUnreadable(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof CustodyError) return `keys.custody: ${error.message}`;
    throw error;
  }
}

/** What stands against a start because of the key of the seals, where a missing one does not. */
export const sealKeyProblem = (settings: Settings, custody: Custody): Promise<string | undefined> =>
  orUnreadable(() => problemOf(settings, custody));

/** Pins the key of a data folder from before the pin, and checks the pinned one. @throws SettingsError */
export async function requireSealKey(
  settings: Settings,
  store: IssuerStore,
  custody: SealCustody,
): Promise<void> {
  const problem = await orUnreadable(async () => {
    await pinAtFirstUse(store, custody);
    return problemOf(settings, custody);
  });
  if (problem !== undefined) throw new SettingsError([problem]);
}
