import type { SealCustody } from '../issuer/ports/seals.ts';
import { sha256 } from '../issuer/trail/index.ts';
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

/** What stands against a start because of the key of the seals, where a missing one does not. */
export async function sealKeyProblem(settings: Settings, custody: Custody): Promise<string | undefined> {
  try {
    return await problemOf(settings, custody);
  } catch (error) {
    if (error instanceof CustodyError) return `keys.custody: ${error.message}`;
    throw error;
  }
}

/** @throws SettingsError */
export async function refuseSealKey(settings: Settings, custody: Custody): Promise<void> {
  const problem = await sealKeyProblem(settings, custody);
  if (problem !== undefined) throw new SettingsError([problem]);
}
