import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { typeErrors } from './support/compiler.ts';
import { ON_SYSTEM_NODE, pack } from './support/packed.ts';

/** A project of somebody else with the packed package in its node_modules. */
let project: string;
let archive: string;
let files: readonly string[];
let warnings: readonly string[];

/** Settings of npm on this machine, which it tells about whatever is installed. */
const OF_THIS_MACHINE = /Unknown (user|env|project|global|builtin) config/;

const inPackage = (path: string) => join(project, 'node_modules/diptych', path);

/**
 * Files and bytes of the tarball, and megabytes on disk after the installation without Node. More of them are a mistake, or a
 * dependency to think about.
 */
const MOST = { files: 1_500, ofOurs: 1_100, bytes: 15_000_000, installed: 36 };

function run(script: string): string {
  writeFileSync(join(project, 'use.js'), script);
  return execFileSync(process.execPath, ['use.js'], { cwd: project, encoding: 'utf8' }).trim();
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'diptych-package-'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  archive = pack(project);
  files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).split('\n');
  const { status, stderr } = spawnSync(
    'npm',
    ['install', archive, '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'],
    { cwd: project, env: ON_SYSTEM_NODE, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  warnings = stderr.split('\n').filter((line) => line !== '' && !OF_THIS_MACHINE.test(line));
}, 600_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('The npm package', () => {
  it('the package contains everything that runs and its licence, but no sources and no tests', () => {
    expect(files).toContain('package/LICENSE');
    expect(files).toContain('package/dist/cli/main.js');
    expect(files).toContain('package/data/demo/holder.json');
    const own = files.filter((name) => !name.startsWith('package/node_modules/'));
    expect(own.filter((name) => /\/(src|test|bench)\/.*(?<!README\.md)$|\.test\./.test(name))).toEqual([]);
  });

  it('its code is ASCII: V8 stores a file with any other character in twice the memory', () => {
    const code = files.filter((name) => /^package\/dist\/.*\.js$/.test(name));
    expect(code.length).toBeGreaterThan(100);
    const installed = (name: string) => join(project, 'node_modules/diptych', name.slice('package/'.length));
    expect(code.filter((name) => /[^\0-\x7f]/.test(readFileSync(installed(name), 'utf8')))).toEqual([]);
  });

  it('diptych/formats can be used alone', () => {
    const script = `
      import { decode, encode, Tagged } from 'diptych/formats';
      const value = decode(encode([1, new Tagged(1004, '2026-11-20')]));
      console.log(JSON.stringify(value));`;
    expect(JSON.parse(run(script))).toEqual([1, { tag: 1004, value: '2026-11-20' }]);
  });

  it('diptych/wallet can be used alone', () => {
    const script = `
      import { simulatedDevice, stageOf } from 'diptych/wallet';
      const device = simulatedDevice({ issuer: { baseUrl: 'http://127.0.0.1:9', issuerId: 'x' } });
      console.log(stageOf(device.state));`;
    expect(run(script)).toBe('new');
  });

  it('diptych/resolve can be used alone, and comes with its vectors', () => {
    const script = `
      import { resolve, slotOf } from 'diptych/resolve';
      import vectors from 'diptych/resolve/vectors/resolutions.json' with { type: 'json' };
      const { mediationGroupId } = resolve(vectors.snapshot, vectors.cases[0].request);
      console.log(slotOf('', 'a'), mediationGroupId === vectors.cases[0].expected.mediationGroupId);`;
    expect(run(script)).toBe('143 true');
  });

  it('npm installs the package without a warning', () => {
    expect(warnings).toEqual([]);
  });

  it('the package has a bounded size', () => {
    const own = files.filter((name) => !name.startsWith('package/node_modules/')).length;
    const { size: bytes } = statSync(archive);
    console.info(`package: ${files.length} files, ${own} of them our own, ${bytes} bytes`);
    expect(files.length).toBeLessThan(MOST.files);
    expect(own).toBeLessThan(MOST.ofOurs);
    expect(bytes).toBeLessThan(MOST.bytes);
  });

  it('what npm unpacks of it has a bounded size on disk', () => {
    const unpacked = globSync('**/*', { cwd: inPackage('.'), withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/node_modules[\\/]node-/.test(path) || path.includes('node-addon-api'));
    const installed = unpacked.reduce((sum, path) => sum + statSync(path).blocks, 0) / 2048;
    console.info(`package: ${installed.toFixed(1)} MB on disk without Node`);
    expect(installed).toBeLessThan(MOST.installed);
  });

  it('a program that uses all exports has correct types', () => {
    const { exports } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as {
      exports: Readonly<Record<string, string | { readonly types: string }>>;
    };
    const names = Object.entries(exports).flatMap(([name, target]) =>
      typeof target === 'string' ? [] : [name.replace('./', '')],
    );
    expect(names).toContain('conventions');
    const modules = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));
    symlinkSync(modules, join(project, 'node_modules/@types'));
    const lines = names.map((name) => `export * as ${name} from 'diptych/${name}';\n`);
    const wrong =
      "import type { ClientRequest } from 'diptych/wallet';\nexport const request: ClientRequest<'healthCheck'> = { clientMessage: 1 };\n";
    writeFileSync(join(project, 'use.ts'), lines.join(''));
    writeFileSync(join(project, 'wrong.ts'), wrong);
    expect(typeErrors(project, ['use.ts'])).toBe('');
    expect(typeErrors(project, ['wrong.ts'])).toContain('TS2322');
  });

  it('every link between the pages of the package leads to a file of the package', () => {
    const pages = globSync(['*.md', 'docs/**/*.md', 'test/*/README.md'], { cwd: inPackage('.') });
    const broken = pages.flatMap((page) => {
      const text = readFileSync(inPackage(page), 'utf8').replace(/^```.*?^```/gms, '');
      const targets = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)|(?:src|href)="([^"#]+)/g)];
      return targets
        .map(([, link, attribute]) => link ?? attribute ?? '')
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(inPackage(join(dirname(page), target))))
        .map((target) => `${page}: ${target}`);
    });
    expect(pages.length).toBeGreaterThan(80);
    expect(broken).toEqual([]);
  });

  const system = spawnSync('node', ['--version'], { env: ON_SYSTEM_NODE, encoding: 'utf8' }).stdout.trim();

  it.each([
    ["the system's Node", ON_SYSTEM_NODE],
    [
      'the pinned Node',
      { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${ON_SYSTEM_NODE.PATH}` },
    ],
  ])(`diptych runs on %s (the system has ${system})`, (_, env) => {
    const diptych = (...args: readonly string[]) =>
      spawnSync(join(project, 'node_modules/.bin/diptych'), args, { cwd: project, env, encoding: 'utf8' });
    const version = diptych('--version');
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+ \(commit [0-9a-f]{40}, schema \d{3}-[a-z-]+\)\n$/);
    expect(version.stderr).toBe('');
    expect(diptych('--help').stdout).toMatch(/diptych(\.js)? demo --once/);
    const doctor = diptych('doctor', '--data', join(project, 'no-data'), '--json');
    expect(doctor.stderr).toBe('');
    expect(JSON.parse(doctor.stdout)).toHaveProperty('findings');
  });
});

describe('A server of the installed package', () => {
  const bin = () => join(project, 'node_modules/.bin/diptych');
  const data = () => join(project, 'data');
  let server: ChildProcess;
  let addresses: { readonly url: string; readonly adminUrl: string };

  const diptych = (...args: readonly string[]) =>
    spawnSync(bin(), args, { cwd: project, env: ON_SYSTEM_NODE, encoding: 'utf8' });

  beforeAll(async () => {
    const args = ['serve', '--data', data(), '--port', '0', '--admin-port', '0'];
    server = spawn(bin(), args, { env: ON_SYSTEM_NODE, stdio: 'ignore' });
    const file = join(data(), 'server.json');
    await vi.waitUntil(() => existsSync(file), { timeout: 120_000 });
    addresses = JSON.parse(readFileSync(file, 'utf8'));
  });

  afterAll(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  });

  it('both consoles and their scripts are served', async () => {
    for (const url of [addresses.adminUrl, addresses.url]) {
      const page = await fetch(`${url}/console/`);
      expect(page.status).toBe(200);
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
      expect((await fetch(new URL(script, `${url}/console/`))).status).toBe(200);
    }
  });

  it('it passes the conformance tests that need only its address', () => {
    const { status, stdout, stderr } = diptych('conformance', '--base-url', addresses.url, '--rate', '0');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^(\d+)\/\1 must/m);
  });

  it('it imports the example of the template, lists its event and says that it is not sealed yet', () => {
    expect(diptych('holders', 'template', '--out', 'template')).toMatchObject({ status: 0 });
    const imported = diptych('holders', 'import', 'template/example.json', '--data', data());
    expect(imported).toMatchObject({ status: 0 });
    const [event] = JSON.parse(diptych('events', 'list', '--data', data(), '--json').stdout).events;
    const proof = diptych('events', 'prove', event.id, '--data', data());
    expect(proof).toMatchObject({ status: 1, stderr: expect.stringContaining('not sealed yet') });
  });
});
