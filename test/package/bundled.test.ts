import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('package.json bundles every dependency that is not in dist, so that the package installs the locked versions', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { dependencies, bundleDependencies } = JSON.parse(text);
  expect(bundleDependencies).toEqual(Object.keys(dependencies));
});
