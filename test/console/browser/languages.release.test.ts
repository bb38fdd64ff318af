import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { cutOffAt, sidewaysAt, spaceText } from './support/layout.ts';
import { addressOf, SCREENS, type Screen } from './support/screens.ts';
import { type ConsoleName, type ConsoleStage, openStage, type Visit } from './support/stage.ts';
import { speak } from './support/visit.ts';
import { strayWords, wordsOfServer } from './support/words.ts';

let stage: ConsoleStage;
const desks = new Map<ConsoleName, Visit & { readonly data: ReturnType<typeof wordsOfServer> }>();
beforeAll(async () => {
  stage = await openStage({ asksSecondPerson: true });
  for (const console of ['operators', 'mediation'] as const) {
    const visit = await stage.visit(console, { width: 375 });
    const data = wordsOfServer(visit.page);
    await stage.signIn(visit, console);
    desks.set(console, { ...visit, data });
  }
});
afterAll(() => stage?.close());

const HEIGHT = 800;

describe.each(SCREENS)('The screen $name of the $console console', (screen: Screen) => {
  it('the screen has room for longer words, narrow windows and more spacing, and takes all words from the table', async () => {
    const { page, data, faults } = desks.get(screen.console)!;
    await page.setViewportSize({ width: 375, height: HEIGHT });
    await speak(page, 'en-XA');
    await page.goto(await addressOf(stage, screen));
    await page.locator('main h1').waitFor();
    await page.locator('main').getByText('[Lóádíng …').first().waitFor({ state: 'detached' });
    expect.soft(await strayWords(page, data)).toEqual([]);
    expect.soft(await sidewaysAt(page), 'at 375 pixels').toEqual([]);
    // Reflow, WCAG 1.4.10.
    await page.setViewportSize({ width: 320, height: HEIGHT });
    expect.soft(await sidewaysAt(page), 'at 320 pixels').toEqual([]);
    // 1280 pixels at 200 %, WCAG 1.4.4.
    await page.setViewportSize({ width: 640, height: HEIGHT / 2 });
    expect.soft(await sidewaysAt(page), 'at 200 %').toEqual([]);
    await page.setViewportSize({ width: 375, height: HEIGHT });
    await spaceText(page);
    expect.soft(await sidewaysAt(page), 'with space').toEqual([]);
    // A picture follows the width of its box one frame later.
    await expect.poll(() => cutOffAt(page), { message: 'cut off' }).toEqual([]);
    expect.soft(faults).toEqual([]);
  });

  it('the screen runs from right to left, and respects forced colours', async () => {
    const { page, faults } = desks.get(screen.console)!;
    await page.setViewportSize({ width: 375, height: HEIGHT });
    await page.emulateMedia({ forcedColors: 'active' });
    await speak(page, 'ar-XB');
    await page.goto(await addressOf(stage, screen));
    await page.locator('main h1').waitFor();
    await page.locator('main').getByText('[Lóádíng …').first().waitFor({ state: 'detached' });
    expect.soft(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect.soft(await sidewaysAt(page)).toEqual([]);
    expect.soft(await axeFindings(page, ['color-contrast', 'html-has-lang'])).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
    expect.soft(faults).toEqual([]);
  });
});
