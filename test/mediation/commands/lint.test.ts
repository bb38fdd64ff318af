import { beforeAll, describe, expect, it } from 'vitest';
import { useHttpWorld } from '../http/support/world.ts';
import { mediationOf, useToken } from './support/mediation.ts';
import { stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);

interface Found {
  readonly findings?: readonly { readonly rule: string; readonly mediationGroup?: string }[];
  readonly counts?: readonly { readonly rule: string; readonly count: number }[];
}

const found = async (...args: readonly string[]): Promise<Found> =>
  JSON.parse((await mediation('lint', '--json', ...args)).out) as Found;

/** The line has no mapping for the second ad unit. */
beforeAll(async () => {
  await stock(world());
  const create = ['groups', 'create', 'Races', '--platform', 'android', '--format', 'banner'];
  await mediation(...create, '--ad-unit', 'Start', '--ad-unit', 'Finish', '--line', 'AppLovin=2.50');
});

describe('diptych mediation lint', () => {
  it('prints each rule once, with the places and what to do, and ends with 1', async () => {
    const { exit, out } = await mediation('lint');
    expect(exit).toBe(1);
    expect(out).toMatch(
      /^ERROR mapping-missing\n {2}group \d{10}, line \d{16}: The line “AppLovin” has no mapping for “Finish”\.$/m,
    );
    expect(out).toContain('  What to do: Create a mapping');
    expect(out).toMatch(/\n\n1 error, .*hints?\n$/);
  });

  it('reads an older server with the public methods and finds the same', async () => {
    const rules = async (...args: readonly string[]) => (await found(...args)).counts;
    const own = await rules();
    expect(own?.length).toBeGreaterThan(1);
    expect(await rules('--local')).toEqual(own);
  });

  it('names groups by their resource names', async () => {
    const { findings = [] } = await found('--local');
    expect(findings.find(({ rule }) => rule === 'mapping-missing')?.mediationGroup).toMatch(
      /^accounts\/pub-\d{16}\/mediationGroups\/\d{10}$/,
    );
  });

  it.each([
    ['error', [], 1],
    ['error', ['--ignore', 'mapping-missing'], 0],
    ['hint', ['--ignore', 'mapping-missing'], 1],
  ])('--fail-on %s with %j ends with %i', async (level, more, status) => {
    for (const where of [[], ['--local']]) {
      const { exit } = await mediation('lint', '--fail-on', level, ...more, ...where);
      expect(exit).toBe(status);
    }
  });

  it('ignores a rule in one group only', async () => {
    const { counts: before = [] } = await found();
    const { counts: after = [] } = await found('--ignore', 'mapping-missing:0000000000');
    expect(after).toEqual(before);
  });

  it('refuses a rule that does not exist', async () => {
    const { exit, err } = await mediation('lint', '--ignore', 'no-such-rule');
    expect([exit, err]).toEqual([2, expect.stringContaining('there is no rule no-such-rule')]);
  });

  it('--format markdown prints a table', async () => {
    const { out } = await mediation('lint', '--format', 'markdown');
    expect(out).toMatch(/^\*\*Lint: 1 error/);
    expect(out).toContain('| ERROR | `mapping-missing` | group ');
  });

  it('--format json prints the answer of the interface', async () => {
    const { out } = await mediation('lint', '--format', 'json');
    expect(JSON.parse(out)).toEqual(await found());
  });

  it('says so if nothing is found', async () => {
    const { counts = [] } = await found();
    const ignore = counts.flatMap(({ rule }) => ['--ignore', rule]);
    const { exit, out } = await mediation('lint', '--fail-on', 'hint', ...ignore);
    expect([exit, out]).toEqual([0, expect.stringMatching(/^no findings; \d+ ignored\n$/)]);
  });
});
