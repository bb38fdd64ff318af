import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparable, readGuide } from './support/guide.ts';
import { runGuide } from './support/run-guide.ts';

const GUIDES = [
  'README.md',
  'docs/keys.md',
  'docs/mediation.md',
  'docs/oauth.md',
  'docs/conventions.md',
  'docs/administration.md',
  'docs/policy.md',
  'docs/production.md',
];

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl).each(GUIDES)('the commands of %s', (path) => {
  const guide = readGuide(new URL(`../../${path}`, import.meta.url));
  let printed: readonly string[] = [];
  beforeAll(async () => {
    printed = await runGuide(guide);
  }, 300_000);

  it('can be run in their order', () => {
    expect(guide.steps.length).toBeGreaterThan(0);
    expect(printed).toHaveLength(guide.steps.length);
  });

  const shown = guide.steps.flatMap((step, index) => (step.shown === undefined ? [] : [{ ...step, index }]));
  it.each(shown)('print what is shown below line $line', ({ index, shown: text = '' }) => {
    expect(comparable(printed[index] ?? '')).toBe(comparable(text));
  });
});
