import { beforeAll, describe, expect, it } from 'vitest';
import { useHttpWorld } from '../http/support/world.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';
import { stock } from './support/stock.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

beforeAll(async () => {
  await stock(world());
  const create = ['groups', 'create', 'Races', '--platform', 'android', '--format', 'banner'];
  await done(...create, '--ad-unit', 'Start', '--line', 'AppLovin=2.50', '--line', 'Chartboost=1');
});

interface Treated {
  readonly mediationGroupLine: { readonly displayName: string; readonly cpmMicros?: string };
}

const START = ['experiments', 'start', 'Races'];

describe('diptych mediation experiments', () => {
  it('needs to know what variant B does differently, and a share of 1, 10 or 50%', async () => {
    expect(await mediation(...START, '--percent', '50')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('say what B does differently'),
    });
    expect(await mediation(...START, '--percent', '20', '--cpm', 'AppLovin=3')).toMatchObject({ exit: 2 });
  });

  it('starts with the lines of the group and the changes of the options', async () => {
    const changes = [
      '--cpm',
      'AppLovin=3.10',
      '--remove',
      'Chartboost',
      '--add',
      'InMobi Exchange (bidding)=live',
    ];
    await world().unchanged(() => mediation(...START, '--percent', '50', ...changes, '--dry-run'));
    const experiment = await done(...START, '--percent', '50', ...changes);
    expect(experiment.displayName).toBe('AppLovin=3.10 +InMobi Exchange (bidding)=live -Chartboost');
    const lines = (experiment.treatmentMediationLines as readonly Treated[]).map(
      ({ mediationGroupLine: { displayName, cpmMicros } }) => `${displayName} ${cpmMicros}`,
    );
    expect(lines.toSorted()).toEqual([
      'AdMob Network 10000',
      'AppLovin 3100000',
      'InMobi Exchange (bidding) 10000',
    ]);
  });

  it('lists the running ones, and shows who leads and the lines of both variants', async () => {
    expect((await mediation('experiments', 'list')).out).toMatch(/Races +running .* 50% +not known/);
    const { out } = await mediation('experiments', 'show', 'races');
    expect(out).toMatch(/A: what the group had[\s\S]*2\.50[\s\S]*B: what is tried[\s\S]*3\.10/);
    expect((await mediation('groups', 'show', 'Races')).out).toMatch(/AppLovin +3\.10 .* B\n/);
  });

  it('asks before it stops one for good, and keeps the lines of the variant', async () => {
    const stop = ['experiments', 'stop', 'Races', '--keep', 'B'];
    expect(await mediation(...stop)).toMatchObject({ exit: 2, err: expect.stringContaining('--yes') });
    expect(await done(...stop, '--yes')).toMatchObject({ state: 'EXPIRED' });
    const { out } = await mediation('groups', 'show', 'Races');
    expect(out).toContain('3.10');
    expect(out).not.toContain('2.50');
    expect((await mediation('experiments', 'list')).out).toBe('No experiments.\n');
    expect((await mediation('experiments', 'list', 'Races')).out).toContain('expired');
  });
});
