import { expect, it } from 'vitest';
import { say } from '../support/apt.ts';
import { diptych } from '../support/cli.ts';

it('diptych demo --panel trust: PostgreSQL loses a machine under load, and nothing acknowledged is lost', {
  timeout: 300_000,
}, async () => {
  const { exit, out, err } = await diptych('demo', '--once', '--panel', 'trust');
  expect([exit, err]).toEqual([0, '']);
  const [skipped] = /this scene needs PostgreSQL: .*/.exec(out) ?? [];
  if (out.includes('SKIPPED')) {
    expect(skipped).toBeDefined();
    say(`SKIPPED, the demo of PostgreSQL that loses a machine: ${skipped}`);
  } else expect(out).toMatch(/ [1-9]\d* acknowledged, 0 lost, no key with two MSOs/);
  expect(out).toContain('the signature verifies');
});
