import { readFileSync } from 'node:fs';
import { SettingsError } from '../config/error.ts';

/** What the file holds that a setting names. @throws SettingsError with what `parse` says is wrong with it */
export function readSettingFile<T>(setting: string, path: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`${setting} (${path}) cannot be used: ${reason}`]);
  }
}
