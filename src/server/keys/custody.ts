import { readFileSync } from 'node:fs';
import { pinAtFirstUse, sha256 } from '../../audit/index.ts';
import type { AuditStore } from '../../audit/ports/log.ts';
import type { SealCustody } from '../../audit/ports/seals.ts';
import { CustodyError, type KeyCustody, movingCustody } from '../../keys/custody.ts';
import { fileCustody } from '../../keys/file-custody.ts';
import type { TokenSettings } from '../../keys/pkcs11/token-session.ts';
import { pkcs11Custody } from '../../keys/pkcs11-custody.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';

type Pkcs11Settings = Settings['keys']['pkcs11'];

function pinIn(pinFile: string): string {
  try {
    return readFileSync(pinFile, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new SettingsError([`keys.pkcs11.pinFile (${pinFile}) cannot be read: ${code}`]);
  }
}

/** Does not print the PIN. Refuses an empty PIN, which would cost one attempt on the token. */
function pinOf({ pin, pinFile }: Pkcs11Settings): string {
  if (pin !== undefined && pinFile === undefined) return pin;
  if (pinFile === undefined || pin !== undefined)
    throw new SettingsError([
      'keys.pkcs11: name the PIN once, by pin (or its variable DIPTYCH_KEYS_PKCS11_PIN) or by pinFile',
    ]);
  const ofFile = pinIn(pinFile);
  if (ofFile === '') throw new SettingsError([`keys.pkcs11.pinFile (${pinFile}) is empty`]);
  return ofFile;
}

/** @throws SettingsError if a setting is missing */
export function tokenSettings(settings: Pkcs11Settings): TokenSettings {
  const { module, tokenLabel } = settings;
  if (module === undefined) throw new SettingsError(['keys.pkcs11.module: name the path of the module']);
  if (tokenLabel === undefined) throw new SettingsError(['keys.pkcs11.tokenLabel: name the token']);
  return { module, tokenLabel, pin: pinOf(settings) };
}

/** Opens the token alone, without a key folder. @throws SettingsError if the token cannot be used */
export function openToken(settings: Pkcs11Settings): KeyCustody {
  const token = tokenSettings(settings);
  try {
    return pkcs11Custody(token);
  } catch (error) {
    if (error instanceof CustodyError) throw new SettingsError([`keys.pkcs11: ${error.message}`]);
    throw error;
  }
}

/** @throws SettingsError if the token cannot be used */
export async function openCustody({ keys }: Settings, folder: string): Promise<KeyCustody> {
  const files = fileCustody(folder);
  return keys.custody === 'files' ? files : movingCustody(openToken(keys.pkcs11), files);
}

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

/** Reports an unreadable file or token as a problem. */
async function orUnreadable(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof CustodyError) return `keys.custody: ${error.message}`;
    throw error;
  }
}

/** The problem with the seal key that prevents a start. A missing key does not prevent it. */
export const sealKeyProblem = (settings: Settings, custody: Custody): Promise<string | undefined> =>
  orUnreadable(() => problemOf(settings, custody));

/**
 * Pins the seal key of a data folder from before pins existed, and checks a pinned key. @throws SettingsError
 */
export async function requireSealKey(
  settings: Settings,
  store: AuditStore,
  custody: SealCustody,
): Promise<void> {
  const problem = await orUnreadable(async () => {
    await pinAtFirstUse(store, custody);
    return problemOf(settings, custody);
  });
  if (problem !== undefined) throw new SettingsError([problem]);
}
