import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { loadSettings, SettingsError } from '../config/load-settings.ts';
import { databaseUrls } from './database-urls.ts';

const PASSWORD = 'a&b=c#%20 d';

function urls(options: Readonly<Record<string, string>>, content = `${PASSWORD}\n`) {
  const passwordFile = join(temporaryFolder('password'), 'password');
  writeFileSync(passwordFile, content);
  const given = { 'database.passwordFile': passwordFile, ...options };
  return databaseUrls(loadSettings({ environment: {}, options: given }).database);
}

const driver = (connectionString = '') => new pg.Client({ connectionString });

describe('database.passwordFile', () => {
  it.each([
    ['postgres://me@db.example/diptych?sslmode=verify-full', 'db.example'],
    ['postgres://me:old@db.example/diptych', 'db.example'],
    ['postgres:///diptych?host=/run/postgresql&user=me', '/run/postgresql'],
  ])('the driver gets its content as the password for %s', (url, host) => {
    const both = urls({ 'database.url': url, 'database.replicaUrl': url });
    for (const one of [both.url, both.replicaUrl])
      expect(driver(one)).toMatchObject({ host, user: 'me', database: 'diptych', password: PASSWORD });
  });

  it('without database.url it is refused, because the server would use an empty SQLite', () => {
    expect(() => urls({})).toThrow(SettingsError);
  });

  it('a file that is missing or empty is refused', () => {
    const url = { 'database.url': 'postgres://me@db.example/diptych' };
    expect(() => urls(url, '\n')).toThrow('is empty');
    expect(() => urls({ ...url, 'database.passwordFile': '/missing' })).toThrow('cannot be read: ENOENT');
  });
});
