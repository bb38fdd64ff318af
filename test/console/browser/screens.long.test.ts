import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import {
  brokenTextAt,
  lengthenText,
  misplacedActionsAt,
  movingAt,
  raggedFieldsAt,
  sidewaysAt,
  spaceText,
  tabbingProblems,
} from './support/layout.ts';
import { addressOf, SCREENS, type Screen } from './support/screens.ts';
import { answerLate, shiftsAt, watchShifts } from './support/shifts.ts';
import { type ConsoleName, type ConsoleStage, type Look, openStage, type Visit } from './support/stage.ts';

const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const satisfies readonly Look[];

const HEIGHT = 800;

/** Rules whose result depends on colors and sizes, or on what is shown. The others see the same document in both looks. */
const LOOK_RULES = [
  ...['color-contrast', 'target-size', 'scrollable-region-focusable'],
  ...['button-name', 'link-name', 'label', 'select-name'],
];

let stage: ConsoleStage;
const visits = new Map<ConsoleName, readonly Visit[]>();
const titles = new Map<string, string>();
async function visit(console: ConsoleName, look: Look): Promise<Visit> {
  const opened = await stage.signedIn(console, look);
  await watchShifts(opened.context);
  await answerLate(opened.context);
  return opened;
}

beforeAll(async () => {
  stage = await openStage({ asksSecondPerson: true });
  for (const console of ['operators', 'mediation'] as const)
    visits.set(console, await Promise.all(LOOKS.map((look) => visit(console, look))));
});
afterAll(() => stage?.close());

/** Reflow at 320 pixels (WCAG 1.4.10), with the spacing of text that readers may need (WCAG 1.4.12), in other languages. */
async function judgeReflow({ page }: Visit, { width }: (typeof LOOKS)[number]): Promise<void> {
  await page.setViewportSize({ width: 320, height: HEIGHT });
  expect.soft(await sidewaysAt(page), 'scrolls sideways at 320 pixels').toEqual([]);
  await spaceText(page);
  expect.soft(await sidewaysAt(page), 'scrolls sideways at 320 pixels with spaced text').toEqual([]);
  await page.setViewportSize({ width, height: HEIGHT });
  await lengthenText(page);
  expect.soft(await sidewaysAt(page), 'scrolls sideways with longer texts').toEqual([]);
}

async function judge(visit: Visit, { shows }: Screen, address: string, index: number) {
  const { page, faults } = visit;
  const look = LOOKS[index]!.scheme;
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('main').getByText(shows).first().waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'detached' });
  expect.soft(await shiftsAt(page), `moves while it loads, ${look}`).toEqual([]);
  titles.set(new URL(address).pathname, await page.title());
  expect.soft(await axeFindings(page, index === 0 ? undefined : LOOK_RULES), `axe, ${look}`).toEqual([]);
  expect.soft(await sidewaysAt(page), `scrolls sideways, ${look}`).toEqual([]);
  expect.soft(await brokenTextAt(page), `breaks words or cuts values, ${look}`).toEqual([]);
  expect.soft(await movingAt(page), `moves, ${look}`).toEqual([]);
  expect.soft(await raggedFieldsAt(page), `fields in a row, ${look}`).toEqual([]);
  expect.soft(await misplacedActionsAt(page), `actions, ${look}`).toEqual([]);
  // Where there is least room, more may cover the focus.
  if (index > 0) expect.soft(await tabbingProblems(page), `keyboard focus, ${look}`).toEqual([]);
  if (index > 0) await judgeReflow(visit, LOOKS[index]!);
  expect.soft(faults, look).toEqual([]);
}

describe.each(SCREENS)('The screen $name of the $console console', (screen) => {
  it('the screen keeps its places while it loads, has no accessibility finding of WCAG 2.2 A and AA and never scrolls sideways: light at 1280 pixels, dark at 375 and 320', async () => {
    const address = await addressOf(stage, screen);
    await Promise.all(
      visits.get(screen.console)!.map((visit, index) => judge(visit, screen, address, index)),
    );
  });
});

describe('A phone that shows little of a page at once', () => {
  it('the page of a person opens at its top, although its tabs are further down', async () => {
    const [, { page }] = visits.get('operators') as [Visit, Visit];
    await page.setViewportSize({ width: 375, height: 480 });
    const holder = SCREENS.find(({ name }) => name === 'holder')!;
    await page.goto(await addressOf(stage, holder), { waitUntil: 'networkidle' });
    await page.getByText('Loading …').first().waitFor({ state: 'detached' });
    const tab = await page.getByRole('tab', { selected: true }).boundingBox();
    expect(tab?.y).toBeGreaterThan(480);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('the tabs of a person are one row, which scrolls to the tab of the address and to that of a key', async () => {
    const [, { page }] = visits.get('operators') as [Visit, Visit];
    await page.setViewportSize({ width: 375, height: 800 });
    const holder = SCREENS.find(({ name }) => name === 'holder')!;
    await page.goto(`${await addressOf(stage, holder)}?tab=proofings`);
    const tab = (name: string, selected: boolean) => page.getByRole('tab', { name, selected });
    const right = async (name: string) => {
      const { x, width } = (await tab(name, true).boundingBox())!;
      return x + width;
    };
    await tab('Proofings', true).waitFor();
    expect(await right('Proofings')).toBeLessThanOrEqual(375);
    await tab('Proofings', true).press('ArrowRight');
    await tab('Timeline', true).waitFor();
    expect((await tab('Timeline', true).boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await tab('Timeline', true).press('ArrowLeft');
    await tab('Proofings', true).waitFor();
    expect(await right('Proofings')).toBeLessThanOrEqual(375);
    const rows = await page
      .getByRole('tab')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).offsetTop));
    expect(new Set(rows).size).toBe(1);
  });
});

describe('The title of the browser tab', () => {
  it('every screen has its own browser tab title, which ends with the name of the product', () => {
    expect(titles.size).toBeGreaterThan(0);
    for (const title of titles.values()) expect(title).toMatch(/^\S.* – Diptych$/);
    expect([...new Set(titles.values())]).toHaveLength(titles.size);
  });
});
