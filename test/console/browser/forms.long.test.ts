import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { raggedFieldsAt } from './support/layout.ts';
import { MOMENTS } from './support/moments.ts';
import { addressOf, SCREENS } from './support/screens.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage({});
});
afterAll(() => stage?.close());

async function opened(name: string, width: number) {
  const screen = SCREENS.find((one) => one.name === name)!;
  const { page } = await stage.signedIn(screen.console, { width, scheme: 'light' });
  await page.goto(await addressOf(stage, screen));
  await page.locator('main').getByText(screen.shows).first().waitFor();
  return page;
}

const WIDTHS = [375, 1280, 1920];

describe('A dialog that is higher than the window', () => {
  it.each(WIDTHS)(
    'at %i pixels keeps its title and actions in sight, and covers no field that has the focus',
    async (width) => {
      const page = await opened('group', width);
      await page.setViewportSize({ width, height: 600 });
      await MOMENTS.find(({ name }) => name === 'line-mapping')!.act!(page);
      const box = async (selector: string) => (await page.locator(`dialog ${selector}`).boundingBox())!;
      const [head, actions] = [await box('.modal-head'), await box('.actions')];
      expect(head.y).toBeGreaterThan(0);
      expect(actions.y + actions.height).toBeLessThan(600);
      const fields = await page.locator('dialog form').locator('input, select').all();
      for (const field of [...fields.slice(1), fields[0]!]) {
        await field.focus();
        const { y, height } = (await field.boundingBox())!;
        expect(y).toBeGreaterThan(head.y + head.height);
        expect(y + height).toBeLessThan(actions.y);
      }
    },
  );
});

describe('The fields of a form', () => {
  it.each(WIDTHS)(
    'at %i pixels those of a new group stay in one line each when some have problems',
    async (width) => {
      const page = await opened('new-group', width);
      await page.getByLabel('Platform').selectOption('IOS');
      await page.getByText('Still missing: name').waitFor();
      expect(await page.getByRole('button', { name: 'Preview and create' }).isDisabled()).toBe(true);
      await page.getByLabel('Name', { exact: true }).first().fill('Test');
      await page.getByLabel('Not in these regions').fill('Nowhere at all');
      await page.getByRole('button', { name: 'Preview and create' }).click();
      await page.locator('.field .problem').first().waitFor();
      expect(await raggedFieldsAt(page)).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
    },
  );
});

describe('The groups of settings', () => {
  it.each(WIDTHS)(
    'at %i pixels they are read from top to bottom, in two columns where there is room',
    async (width) => {
      const page = await opened('settings', width);
      const boxes = await page.locator('.fold').evaluateAll((folds) =>
        folds.map((fold) => {
          const { left, top } = fold.getBoundingClientRect();
          return { left, top };
        }),
      );
      const columns = [...Map.groupBy(boxes, ({ left }) => left).values()];
      expect(columns).toHaveLength(width < 1280 ? 1 : 2);
      expect(boxes).toEqual(boxes.toSorted((one, other) => one.left - other.left || one.top - other.top));
    },
  );

  it('a phone shows the value of each setting', async () => {
    const page = await opened('settings', 375);
    const group = page.locator('.fold').first();
    await group.locator('summary').click();
    const cells = group.locator('tbody tr').first().locator('td');
    await cells.first().waitFor();
    const isShown = await cells.evaluateAll((all) => all.map((cell) => cell.checkVisibility()));
    expect(isShown.length).toBeGreaterThan(2);
    expect(isShown).not.toContain(false);
  });

  it('a closed group names the settings that are not the default', async () => {
    const page = await opened('settings', 1280);
    const changed = page.locator('.fold', { hasText: /\d of \d+ changed/ });
    expect(await changed.count()).toBeGreaterThan(0);
    const names = (await changed.first().locator('summary code').textContent())!.split(', ');
    await changed.first().locator('summary').click();
    for (const name of names) {
      const named = page.locator('code', { hasText: new RegExp(`(^|\\.)${name}$`) });
      const row = changed.first().locator('tbody tr').filter({ has: named });
      await expect.poll(() => row.isVisible()).toBe(true);
      expect(await row.locator('td').last().textContent()).not.toBe('default');
    }
    // The other column keeps its place.
    expect(await page.locator('.fold:not([open])').count()).toBeGreaterThan(1);
  });
});
