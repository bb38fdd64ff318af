import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/conformance/report/contract.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('npm run release:conformance', () => {
  it('the report of this version has no failure, and misses only what a production system does not offer', () => {
    const to = join(temporaryFolder('release'), 'conformance');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release/conformance.js', '--to', to], {
      encoding: 'utf8',
    });
    expect(stderr).not.toContain('conformance:');
    expect(status).toBe(0);
    const { cases } = JSON.parse(readFileSync(join(to, 'report.json'), 'utf8')) as Report;
    const others = cases.filter(({ result }) => result !== 'pass');
    expect(new Set(others.map(({ reason }) => reason))).toEqual(
      new Set(['needs plaintext', 'needs hook advanceClock']),
    );
  });

  it('--help has an example and exit codes, and a wrong option ends with 2', () => {
    const run = (option: string) =>
      spawnSync(process.execPath, ['scripts/release/conformance.js', option], { encoding: 'utf8' });
    expect(run('--help').stdout).toMatch(/Example:[\s\S]*Exit codes:/);
    expect(run('--wrong').status).toBe(2);
  });
});
