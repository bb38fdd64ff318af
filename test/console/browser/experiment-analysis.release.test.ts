import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { sidewaysAt } from './support/layout.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
let path = '';

/** The demo has an experiment with a result. */
beforeAll(async () => {
  stage = await openStage();
  const { mediation } = stage.server.server.context;
  const [open] = await mediation!.store.read((reader) => reader.openExperiments(1));
  const { publisherId, groupId } = open!;
  path = `/console/${publisherId}/groups/${groupId}?tab=experiment`;
});
afterAll(() => stage?.close());

describe('The analysis of an experiment in the console', () => {
  it.each([
    [1280, 'light'],
    [375, 'dark'],
  ] as const)(
    'at %i pixels in the %s scheme it shows the result, what to do, the picture and the rules',
    async (width, scheme) => {
      const { page, faults } = await stage.signedIn('mediation', { width, scheme });
      await page.goto(`${stage.urls.mediation}${path}`);
      const result = page.getByRole('region', { name: /Result so far/ });
      await result.waitFor();
      const why = page.getByRole('region', { name: 'What the result rests on' });
      const text = `${await result.textContent()} ${await why.textContent()}`;
      expect(text).toMatch(/Variant B earns more/);
      expect(text).toMatch(/\+[\d.]+% revenue for each user with variant B, between/);
      expect(text).toMatch(/Stop the experiment and keep variant B/);
      expect(text).toMatch(/Lift on .*: \+[\d.]+%, between \+[\d.]+% and \+[\d.]+%/);
      expect(await why.locator('.course-marks').textContent()).toMatch(/^(?:−\d+%)*0%(?:\+\d+%)+$/);
      await why.getByRole('button', { name: 'Show as a table' }).click();
      const looks = await why.getByRole('table', { name: 'The daily looks, newest first' }).textContent();
      expect(looks).toMatch(/\+[\d.]+% \(\+[\d.]+% to \+[\d.]+%\)\$\d\.\d\d \(\$\d\.\d\d to \$\d\.\d\d\)/);
      expect(await why.locator('.rules > .met').count()).toBe(5);
      expect(await sidewaysAt(page)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );
});
