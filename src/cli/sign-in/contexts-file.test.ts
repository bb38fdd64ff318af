import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { type Contexts, withContext } from './contexts.ts';
import { changeContexts, contextsFile, readContexts } from './contexts-file.ts';

const PLACE = { admin: { url: 'https://a.example' } };
const SIGN_IN = { accessToken: 'a', expiresAt: 0, tokenEndpoint: 'https://a.example/t', clientId: 'c' };

const add = (name: string, environment: NodeJS.ProcessEnv) =>
  changeContexts(
    (all): readonly [Contexts, undefined] => [withContext(all, name, PLACE), undefined],
    environment,
  );

function home() {
  const folder = temporaryFolder('contexts');
  return { folder: join(folder, 'diptych'), environment: { XDG_CONFIG_HOME: folder } };
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('The file of contexts', () => {
  it('and its folder can be read by their owner only, also if others could read the folder before', async () => {
    const { folder, environment } = home();
    mkdirSync(folder, { mode: 0o755 });
    await add('one', environment);
    expect(modeOf(folder)).toBe('700');
    expect(modeOf(contextsFile(environment))).toBe('600');
    await add('two', environment);
    expect(Object.keys(readContexts(environment).contexts)).toEqual(['one', 'two']);
    expect(readdirSync(folder)).toEqual(['contexts.json']);
  });

  it.each([0o622, 0o644])('is refused if other users have access to it (%o)', async (mode) => {
    const { environment } = home();
    await add('one', environment);
    chmodSync(contextsFile(environment), mode);
    expect(() => readContexts(environment)).toThrow(/is open to other users.*mode 0600/);
  });

  it('is refused if it is a device or too large', () => {
    expect(() => readContexts({ DIPTYCH_SIGN_IN: '/dev/zero' })).toThrow(/\/dev\/zero/);
    const path = join(temporaryFolder('large'), 'contexts.json');
    writeFileSync(path, ' '.repeat(16 * 1024 * 1024 + 1), { mode: 0o600 });
    expect(() => readContexts({ DIPTYCH_SIGN_IN: path })).toThrow('too large');
  });

  it('stays as it was if a change fails or would spoil it', async () => {
    const { folder, environment } = home();
    await add('one', environment);
    const before = readContexts(environment);
    const fails = changeContexts(() => Promise.reject(new Error('no')), environment);
    await expect(fails).rejects.toThrow('no');
    const spoiled = { url: 'https://a', signIn: { ...SIGN_IN, accessToken: 'a\nb' } };
    const spoils = changeContexts(
      (all) => [withContext(all, 'two', { admin: spoiled }), undefined] as const,
      environment,
    );
    await expect(spoils).rejects.toThrow('accessToken is no text');
    expect(readContexts(environment)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['contexts.json']);
  });

  it('loses nothing if processes and commands change it at the same time', async () => {
    const { environment } = home();
    const module = fileURLToPath(new URL('contexts-file.ts', import.meta.url));
    const names = (from: string) => Array.from({ length: 8 }, (_, index) => `${from}-${index}`);
    const script = `
      const { changeContexts } = await import('${module}');
      const add = (name) => changeContexts((all) =>
        [{ ...all, contexts: { ...all.contexts, [name]: ${JSON.stringify(PLACE)} } }, undefined]);
      await Promise.all(JSON.parse(process.argv[1]).map(add));`;
    const process_ = (from: string) =>
      new Promise((resolve) => {
        const args = ['--input-type=module', '-e', script, JSON.stringify(names(from))];
        spawn(process.execPath, args, { env: { ...process.env, ...environment }, stdio: 'inherit' }).on(
          'exit',
          resolve,
        );
      });
    const own = Promise.all(names('own').map((name) => add(name, environment)));
    expect(await Promise.all([process_('one'), process_('two'), own])).toMatchObject([
      0,
      0,
      expect.anything(),
    ]);
    const expected = ['one', 'two', 'own'].flatMap(names).toSorted();
    expect(Object.keys(readContexts(environment).contexts).toSorted()).toEqual(expected);
  });

  it('can be changed after a process was killed that was changing it', async () => {
    const { folder, environment } = home();
    mkdirSync(folder);
    const lock = `${contextsFile(environment)}.lock`;
    // No process has this number; the other lock is of another machine, and old.
    const { hostname } = await import('node:os');
    for (const text of [`4194999 ${hostname()} x`, '1 elsewhere x']) {
      writeFileSync(lock, text);
      utimesSync(lock, 1, 1);
      await Promise.all([add('one', environment), add('two', environment)]);
      expect(readdirSync(folder)).toEqual(['contexts.json']);
    }
  });
});
