import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { sidewaysAt, tabbingProblems } from './support/layout.ts';
import { addressOf, SCREENS } from './support/screens.ts';
import { type ConsoleName, type ConsoleStage, openStage, type Visit } from './support/stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

describe.each([
  { width: 1280, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const)('Every screen, $scheme, at $width pixels', (look) => {
  const visits = new Map<ConsoleName, Visit>();
  afterAll(async () => {
    for (const { context } of visits.values()) await context.close();
  });

  it.each(SCREENS)(
    '$name ($console) has no accessibility finding of WCAG 2.2 A and AA, and no fault',
    async (screen) => {
      const visit = visits.get(screen.console) ?? (await stage.signedIn(screen.console, look));
      visits.set(screen.console, visit);
      const { page, faults } = visit;
      await page.goto(await addressOf(stage, screen));
      await page.locator('main').getByText(screen.shows).first().waitFor();
      await page.getByText('Loading …').first().waitFor({ state: 'detached' });
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysAt(page)).toEqual([]);
      expect(await tabbingProblems(page)).toEqual([]);
      expect(await page.title()).toMatch(/ – Diptych$/);
      expect(faults).toEqual([]);
    },
  );
});
