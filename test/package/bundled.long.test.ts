import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const json = (path: URL | string) => JSON.parse(readFileSync(path, 'utf8'));

interface Locked {
  readonly dev?: boolean;
}

it('the build puts only packages into dist that run, though a library tries to load others', async () => {
  const { bundle } = await import(new URL('../../scripts/bundle.js', import.meta.url).href);
  const folder = temporaryFolder('dist');
  await bundle(folder);
  const packages: readonly { readonly path: string }[] = json(join(folder, 'licenses.json'));
  const locked: Readonly<Record<string, Locked>> = json(
    new URL('../../package-lock.json', import.meta.url),
  ).packages;
  const paths = packages.map(({ path }) => path);
  expect(paths).toContain('node_modules/debug');
  expect(paths.filter((path) => locked[path] === undefined || locked[path].dev === true)).toEqual([]);
}, 120_000);
