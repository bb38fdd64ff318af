import { readFileSync } from 'node:fs';
import { CustodyError, type KeyCustody } from '../keys/custody.ts';
import { fileCustody } from '../keys/file-custody.ts';
import { movingCustody } from '../keys/moving-custody.ts';
import { pkcs11Custody } from '../keys/pkcs11-custody.ts';
import { SettingsError } from './config/load.ts';
import type { Settings } from './config/settings.ts';

type Pkcs11Settings = Settings['keys']['pkcs11'];

function pinIn(pinFile: string): string {
  try {
    return readFileSync(pinFile, 'utf8').trim();
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new SettingsError([`keys.pkcs11.pinFile (${pinFile}) cannot be read: ${code}`]);
  }
}

/** The PIN itself is never told. An empty one would cost the token an attempt. */
function pinOf({ pin, pinFile }: Pkcs11Settings): string {
  if (pin !== undefined && pinFile === undefined) return pin;
  if (pinFile === undefined || pin !== undefined)
    throw new SettingsError([
      'keys.pkcs11: name the PIN once, by pin (or its variable DIPTYCH_KEYS_PKCS11_PIN) or by pinFile',
    ]);
  const found = pinIn(pinFile);
  if (found === '') throw new SettingsError([`keys.pkcs11.pinFile (${pinFile}) is empty`]);
  return found;
}

function token(settings: Pkcs11Settings): KeyCustody {
  const { module, tokenLabel } = settings;
  if (module === undefined) throw new SettingsError(['keys.pkcs11.module: name the path of the module']);
  if (tokenLabel === undefined) throw new SettingsError(['keys.pkcs11.tokenLabel: name the token']);
  const pin = pinOf(settings);
  try {
    return pkcs11Custody({ module, tokenLabel, pin });
  } catch (error) {
    if (error instanceof CustodyError) throw new SettingsError([`keys.pkcs11: ${error.message}`]);
    throw error;
  }
}

/** @throws SettingsError when the token cannot be used. */
export async function openCustody({ keys }: Settings, folder: string): Promise<KeyCustody> {
  const files = fileCustody(folder);
  return keys.custody === 'files' ? files : movingCustody(token(keys.pkcs11), files);
}
