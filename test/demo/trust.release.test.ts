import { expect, it } from 'vitest';
import { diptych } from '../support/cli.ts';

it('diptych demo --panel trust: PostgreSQL loses a machine under load, and nothing acknowledged is lost', {
  timeout: 300_000,
}, async () => {
  const { exit, out, err } = await diptych('demo', '--once', '--panel', 'trust');
  expect([exit, err]).toEqual([0, '']);
  if (out.includes('SKIPPED')) expect(out).toContain('this scene needs PostgreSQL: ');
  else expect(out).toMatch(/ [1-9]\d* acknowledged, 0 lost, no key with two MSOs/);
  expect(out).toContain('the signature verifies');
});
