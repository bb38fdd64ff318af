import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { secretsOf } from '../../src/cli/mediation/as-code/secrets.ts';
import { parseConfiguration } from '../../src/mediation/as-code/index.ts';
import { diptych } from '../support/cli.ts';

/** A configuration file of somebody else sends secrets of the machine that applies it to a network of theirs. */
const folder = mkdtempSync(join(tmpdir(), 'diptych-foreign-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'mediation.yaml');
const secret = join(folder, 'secret.txt');
writeFileSync(secret, 'the secret\n');

const textOf = (value: string) => `version: 1
publisher: pub-1234567890123456
adUnits: {start: ca-app-pub-1234567890123456/1111111111}
mappings:
  stolen: {adUnit: start, adapter: AppLovin/ANDROID, values: {SDK Key: ${value}}}
groups: {}
`;

const environment = { DEPLOY_TOKEN: 'the secret' };
const read = (value: string, allowed = {}) =>
  secretsOf(parseConfiguration(textOf(value), file), file, allowed, environment)('stolen', 'SDK Key');

describe('A value that a configuration file reads', () => {
  it.each([
    ['{env: DEPLOY_TOKEN}', { allowEnv: ['DEPLOY_TOKEN'] }, { allowEnv: ['OTHER'] }],
    ['{file: secret.txt}', { allowFile: [secret] }, { allowFile: [folder] }],
    [`{file: ${secret}}`, { allowFile: [secret] }, { allowFile: [`${secret}.old`] }],
    ['{file: ../x/../secret.txt}', { allowFile: [join(folder, '..', 'secret.txt')] }, {}],
  ])('%s is read only by the name that a person allowed', (value, right, wrong) => {
    for (const allowed of [{}, wrong]) expect(() => read(value, allowed)).toThrow('is not allowed');
    if (value.startsWith('{file: ../')) expect(() => read(value, right)).toThrow('there is no file');
    else expect(read(value, right)).toBe('the secret');
  });

  it('the commands refuse it before they send anything, with the option that allows it', async () => {
    writeFileSync(file, textOf('{env: DEPLOY_TOKEN}'));
    process.env.DEPLOY_TOKEN = 'the secret';
    try {
      for (const command of ['plan', 'apply', 'drift']) {
        const server = ['--base-url', 'http://127.0.0.1:9'];
        const { exit, err, out } = await diptych('mediation', command, '--file', file, ...server);
        expect([exit, out]).toEqual([1, '']);
        expect(err).toContain('--allow-env DEPLOY_TOKEN');
        expect(err).not.toContain('the secret');
      }
    } finally {
      delete process.env.DEPLOY_TOKEN;
    }
  });
});
