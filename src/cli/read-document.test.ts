import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diptych } from '../../test/support/cli.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { evidenceIn, sealKeyDigest } from './read-document.ts';

const file = join(temporaryFolder('evidence'), 'proof.json');
const DIGEST = 'ab'.repeat(32);

const CHECKS = [
  ['events', 'check', file],
  ['events', 'verify', file],
  ['holders', 'check-receipt', file],
];

describe('Evidence that is checked without a server', () => {
  it.each(CHECKS)('a digest of the seal key that was cut off is wrong usage: %s %s', async (...command) => {
    writeFileSync(file, '{}');
    const { exit, err } = await diptych(...command, '--seal-key', DIGEST.slice(1));
    expect([exit, err]).toEqual([2, expect.stringContaining('64 hexadecimal digits')]);
    expect(sealKeyDigest(DIGEST.toUpperCase())).toBe(DIGEST);
  });

  it.each(CHECKS)('a file that is missing is named: %s %s', async (...command) => {
    const [group, name] = command;
    const missing = await diptych(group!, name!, `${file}.none`, '--seal-key', DIGEST);
    expect([missing.exit, missing.err]).toEqual([2, expect.stringContaining('proof.json.none')]);
  });

  it('evidence is what the parser of its kind accepts', () => {
    const parse = (value: unknown) => (value === 7 ? value : undefined);
    writeFileSync(file, '7');
    expect(evidenceIn(file, parse, 'a seven')).toBe(7);
    for (const text of ['8', '[[', '']) {
      writeFileSync(file, text);
      expect(() => evidenceIn(file, parse, 'a seven')).toThrow(`${file} is not a seven`);
    }
  });
});
