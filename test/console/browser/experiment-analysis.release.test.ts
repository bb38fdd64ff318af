import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../src/conventions/time.ts';
import { usersOn } from '../../mediation/domain/support/simulated-users.ts';
import { axeFindings } from './support/axe.ts';
import { sidewaysAt } from './support/layout.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
let path = '';

/** Users come in for 12 days, and the server looks after each. */
beforeAll(async () => {
  stage = await openStage();
  const { mediation, clock } = stage.server.server.context;
  const { store, statistics } = mediation;
  const [open] = await store.read((reader) => reader.openExperiments(1));
  const { publisherId, groupId, experimentId } = open!;
  path = `/console/${publisherId}/groups/${groupId}?tab=experiment`;
  for (let day = 0; day < 12; day += 1) {
    const users = { users: 4000, lift: 0.15, currency: 'EUR' };
    await usersOn({ statistics, now: clock }, publisherId, experimentId, Math.floor(clock() / DAY), users);
    stage.advance(DAY);
    await mediation.lookAtExperiments();
  }
});

afterAll(() => stage?.close());

describe('The analysis of an experiment in the console', () => {
  it.each([
    [1280, 'light'],
    [375, 'dark'],
  ] as const)(
    'at %i pixels in the %s scheme it shows the result, what to do and the picture',
    async (width, scheme) => {
      const { page, faults } = await stage.signedIn('mediation', { width, scheme });
      await page.goto(`${stage.urls.mediation}${path}`);
      const result = page.getByRole('region', { name: /Result so far/ });
      await result.waitFor();
      expect(await result.textContent()).toMatch(/Variant B earns more/);
      expect(await result.textContent()).toMatch(/Stop the experiment and keep variant B/);
      expect(await result.getByRole('img').getAttribute('aria-label')).toMatch(
        /Revenue for each user of variant B minus/,
      );
      expect(await sidewaysAt(page)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
      expect(faults).toEqual([]);
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/analysis-${width}.png`, fullPage: true });
    },
  );
});
