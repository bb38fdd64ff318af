import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readText } from './bounded-file.ts';

const folder = temporaryFolder('bounded');
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

it('a text of several parts is read whole, with its characters', () => {
  const text = `é${'x'.repeat(200_000)}東`;
  expect(readText(file('long', text))).toBe(text);
});

it('a file of exactly the limit is read, one byte more is refused', () => {
  expect(readText(file('just', 'x'.repeat(1024)), { most: 1024 })).toHaveLength(1024);
  expect(() => readText(file('more', 'x'.repeat(1025)), { most: 1024 })).toThrow(/more is larger than/);
});

it('a device without an end is refused', () => {
  expect(() => readText('/dev/zero')).toThrow('/dev/zero is larger than 16 MiB, the most that is read');
});

it('a file that cannot be read is named', () => {
  expect(() => readText(join(folder, 'none'), { name: 'none' })).toThrow('there is no file none');
  expect(() => readText(folder)).toThrow(`${folder} cannot be read (EISDIR)`);
});

it('the standard input is read only where it may be', () => {
  const module = fileURLToPath(new URL('bounded-file.ts', import.meta.url));
  const script = `const { readText } = await import('${module}'); process.stdout.write(readText('-', { orInput: true }));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    input: 'x'.repeat(100_000),
    encoding: 'utf8',
  });
  expect(out).toHaveLength(100_000);
  expect(() => readText('-')).toThrow('there is no file -');
});
