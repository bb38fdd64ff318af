import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };

/** Scripts that npm runs before others, and before and after it packs. */
const BY_ITSELF = /^pre|^post/;

const commands = Object.keys(scripts).filter((name) => !BY_ITSELF.test(name));

describe('CONTRIBUTING.md', () => {
  it.each(commands)('CONTRIBUTING.md describes the command %s', (name) => {
    expect(read('CONTRIBUTING.md')).toContain(`| \`npm ${name === 'test' ? '' : 'run '}${name}\` |`);
  });

  it('CONTRIBUTING.md names what .ci/run runs, in its order', () => {
    const run = read('.ci/run').match(/^(npm|node) .*$/gm) ?? [];
    expect(run.length).toBeGreaterThan(0);
    expect(read('CONTRIBUTING.md').replaceAll(/\s+/g, ' ')).toContain(
      run.map((line) => `\`${line}\``).join(', '),
    );
  });
});

describe('README.md', () => {
  it.each(['npm run demo', 'npm test'])('README.md shows %s', (command) => {
    expect(read('README.md')).toMatch(new RegExp(`^${command}$`, 'm'));
  });

  it.each(['git clone', '`interfaces: [issuer]`', '`interfaces: [mediation]`'])(
    'README.md names %s',
    (text) => {
      expect(read('README.md')).toContain(text);
    },
  );
});
