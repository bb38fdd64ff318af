import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diptych } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function policy(text: string): string {
  const path = join(temporaryFolder('policy'), 'policy.yaml');
  writeFileSync(path, text);
  return path;
}

describe('diptych policy', () => {
  it('diptych policy check accepts a valid policy file', async () => {
    const path = policy('maxAuthKeys: 5\n');
    expect(await diptych('policy', 'check', path)).toEqual({ exit: 0, out: `${path} is right\n`, err: '' });
  });

  it('diptych policy check reports problems with line and column, and exits with 2', async () => {
    const path = policy('maxAuthKeys: 5\ndecision: manual\n');
    const { exit, out, err } = await diptych('policy', 'check', path);
    expect([exit, out]).toEqual([2, '']);
    expect(err).toContain(`decision (${path}:2:1) is not a member of the policy; did you mean decisions?`);
    expect((await diptych('policy', 'check', '/nowhere.yaml')).exit).toBe(2);
  });

  it('diptych policy show lists each member with its source', async () => {
    const path = policy('maxAuthKeys: 5\n');
    const { out } = await diptych('policy', 'show', path, '--wide');
    expect(out).toMatch(new RegExp(`^maxAuthKeys +5 +${path}:1:1$`, 'm'));
    expect(out).toMatch(/^maxDevicesPerHolder +- +default$/m);
    const { policy: rows } = JSON.parse((await diptych('policy', 'show', path, '--json')).out);
    expect(rows).toContainEqual({ name: 'maxAuthKeys', value: 5, origin: `${path}:1:1` });
  });

  it('diptych policy show reads the policy file that the configuration names', async () => {
    const path = policy('maxAuthKeys: 6\n');
    const config = `${path}.yaml`;
    writeFileSync(config, `issuer:\n  policy: ${path}\n`);
    const { out } = await diptych('policy', 'show', '--config', config);
    expect(out).toMatch(/^maxAuthKeys +6 /m);
  });
});
