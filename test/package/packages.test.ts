import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');

const { isInstalledHere, isUnused, PACKED_FILES } = (await import(
  new URL('../../scripts/packages.js', import.meta.url).href
)) as {
  isInstalledHere(path: string, locked: object): boolean;
  isUnused(name: string): boolean;
  PACKED_FILES: Readonly<Record<string, readonly string[]>>;
};

/** True if the file or a folder above it is removed. */
const isRemoved = (name: string) =>
  name.split(/[\\/]/).some((_, at, parts) => isUnused(parts.slice(0, at + 1).join('/')));

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

describe('What the demo leaves of node_modules', () => {
  it.each([
    ['fastify/test', true],
    ['@fastify/error/test/index.test.js', true],
    ['ajv/node_modules/fast-uri/test', true],
    ['fastify/docs/Reference/Server.md', true],
    ['@opentelemetry/core/build/esm/index.js', true],
    ['react-dom/cjs/react-dom-server.node.production.js', true],
    ['fastify/README.md', true],
    ['vite/LICENSE.md', false],
    ['node-addon-api/napi.h', true],
    ['yaml/dist/doc/Document.js', false],
    ['@x/test/index.js', false],
    ['test/index.js', false],
    ['@opentelemetry/core/build/src/index.js', false],
    ['react-dom/cjs/react-dom-client.production.js', false],
  ])('%s is removed: %s', (name, removed) => {
    expect(isRemoved(name)).toBe(removed);
  });

  it('what import and require find of a package stays', () => {
    const require = createRequire(join(ROOT, 'package.json'));
    const running = Object.entries(packages)
      .filter(
        ([path, { dev, devOptional, ...locked }]) => !dev && !devOptional && isInstalledHere(path, locked),
      )
      .map(([path]) => path.slice('node_modules/'.length))
      .filter((name) => !name.includes('node_modules/'));
    const found = running.flatMap((name) =>
      [() => fileURLToPath(import.meta.resolve(name)), () => require.resolve(name)].flatMap((find) => {
        try {
          return [find()];
        } catch {
          return []; // It has declarations only, or the other kind of module.
        }
      }),
    );
    expect(found.length).toBeGreaterThan(200);
    const names = found.map((path) => path.slice(MODULES.length + 1));
    expect(names.filter((name) => isRemoved(name) && !/^node-addon-api\//.test(name))).toEqual([]);
  });
});

describe('What the tarball holds of bundled packages', () => {
  const packed = (name: string) =>
    new Set(globSync([...(PACKED_FILES[name] ?? [])], { cwd: join(MODULES, name) }));

  it('every declaration that those of typebox import is packed, and no code', () => {
    const files = packed('typebox');
    const missing: string[] = [];
    for (const file of files) {
      const text = readFileSync(join(MODULES, 'typebox', file), 'utf8');
      for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.mjs['"]/g)) {
        const imported = join(dirname(file), `${path}.d.mts`);
        if (!files.has(imported)) missing.push(imported);
      }
    }
    expect(files.has('build/index.d.mts')).toBe(true);
    expect(missing).toEqual([]);
    expect([...files].filter((file) => !file.endsWith('.d.mts'))).toEqual([]);
  });

  it('the addons of SQLite are packed for all platforms', () => {
    const platforms = ['linux-x64', 'linux-arm64', 'linuxmusl-x64', 'linuxmusl-arm64'].concat(
      ['darwin', 'win32'].flatMap((system) => [`${system}-x64`, `${system}-arm64`]),
    );
    for (const platform of platforms)
      expect(existsSync(join(MODULES, 'better-sqlite3/prebuilds', `${platform}.node`))).toBe(true);
    expect(PACKED_FILES['better-sqlite3']).toContain('prebuilds');
  });
});
