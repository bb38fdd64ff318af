import { describe, expect, it } from 'vitest';
import { diptych } from '../../../test/support/cli.ts';

const WHY = ['--reason', 'audit', '--review', '2099-01-01'];

describe('diptych holds place', () => {
  it.each<[string, readonly string[]]>([
    ['nothing', []],
    ['both', ['--holder', 'h-1', '--from', '2026-01-01']],
    ['a span without a beginning', ['--to', '2026-01-01']],
  ])('is wrong usage with %s, and names the options', async (_, held) => {
    const { exit, err } = await diptych('holds', 'place', ...held, ...WHY);
    expect([exit, err]).toEqual([2, expect.stringMatching(/--holder.*--from.*--to/)]);
  });
});
