import { readFileSync } from 'node:fs';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';

function passwordIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new SettingsError([`database.passwordFile (${file}) cannot be read: ${code}`]);
  }
}

/**
 * As a parameter, because an address of a socket has no host, so it cannot contain a user and a password; and one
 * parameter is that of all hosts.
 */
const withPassword = (url: string, password: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`;

interface Urls {
  readonly url: string | undefined;
  readonly replicaUrl: string | undefined;
}

/** The addresses of PostgreSQL with the password of `database.passwordFile`. @throws SettingsError */
export function databaseUrls({ url, replicaUrl, passwordFile }: Settings['database']): Urls {
  if (passwordFile === undefined) return { url, replicaUrl };
  if (url === undefined)
    throw new SettingsError(['database.passwordFile: database.url is missing; name the PostgreSQL']);
  const password = passwordIn(passwordFile);
  if (password === '') throw new SettingsError([`database.passwordFile (${passwordFile}) is empty`]);
  return {
    url: withPassword(url, password),
    replicaUrl: replicaUrl === undefined ? undefined : withPassword(replicaUrl, password),
  };
}
