import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project of somebody else with the packed package in its node_modules. */
let project: string;
let files: readonly string[];

function run(script: string): string {
  writeFileSync(join(project, 'use.js'), script);
  return execFileSync(process.execPath, ['use.js'], { cwd: project, encoding: 'utf8' }).trim();
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'diptych-package-'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  execFileSync('npm', ['pack', '--silent', '--pack-destination', project], { cwd: root });
  const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  files = execFileSync('tar', ['-tzf', join(project, tarball as string)], { encoding: 'utf8' }).split('\n');
  mkdirSync(join(project, 'node_modules'));
  execFileSync('tar', ['-xzf', join(project, tarball as string), '-C', join(project, 'node_modules')]);
  execFileSync('mv', [join(project, 'node_modules/package'), join(project, 'node_modules/diptych')]);
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules/diptych/node_modules'));
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('The npm package', () => {
  it('the package contains everything that runs and its licence, but no sources and no tests', () => {
    expect(files).toContain('package/LICENSE');
    expect(files).toContain('package/dist/cli/main.js');
    expect(files).toContain('package/data/demo/holder.json');
    expect(files.filter((name) => /\/(src|test|bench)\/|\.test\./.test(name))).toEqual([]);
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

  it('the package has the command diptych', () => {
    const bin = join(project, 'node_modules/diptych/bin/diptych.js');
    expect(execFileSync(process.execPath, [bin, '--version'], { encoding: 'utf8' }).trim()).toMatch(
      /^\d+\.\d+\.\d+$/,
    );
    expect(execFileSync(process.execPath, [bin, '--help'], { encoding: 'utf8' })).toContain(
      'diptych demo --once',
    );
  });
});
