import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConsoleStage, openStage, type Visit } from './support/stage.ts';

let stage: ConsoleStage;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  stage = await openStage();
  visit = await stage.signedIn('operators');
  page = visit.page;
});
afterAll(() => stage?.close());

beforeEach(async () => {
  await page.goto(`${stage.urls.operators}/console/holders`);
  await page.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
});

const person = () => page.locator('.person-button');
const dialog = (name: string) => page.getByRole('dialog', { name });

async function openFromMenu(name: string): Promise<void> {
  await person().click();
  await page.getByRole('button', { name, exact: true }).click();
  await dialog(name).waitFor();
}

const focusIsIn = (name: string) =>
  expect.poll(() => dialog(name).evaluate((element) => element.contains(document.activeElement))).toBe(true);

describe('A dialog', () => {
  it.each(['Preferences', 'My sessions', 'Keyboard shortcuts'])(
    'takes the focus, keeps it, closes by Escape and gives the focus back: %s',
    async (name) => {
      await openFromMenu(name);
      await focusIsIn(name);
      for (let count = 0; count < 8; count += 1) {
        await page.keyboard.press('Tab');
        await focusIsIn(name);
      }
      await page.keyboard.press('Escape');
      await dialog(name).waitFor({ state: 'detached' });
      await expect.poll(() => person().evaluate((button) => button === document.activeElement)).toBe(true);
    },
  );

  it('gives the focus back to the button of a screen', async () => {
    await page.goto(`${stage.urls.operators}/console/holders/applicant-02`);
    const opens = page.getByRole('button', { name: 'Issue code', exact: true });
    await opens.click();
    await focusIsIn('Issue a pre-authorization code');
    await page.keyboard.press('Escape');
    await dialog('Issue a pre-authorization code').waitFor({ state: 'detached' });
    await expect.poll(() => opens.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('Shortcuts', () => {
  const help = 'Keyboard shortcuts';

  it('are listed after ?: those of everywhere and those of the page', async () => {
    await page.goto(`${stage.urls.operators}/console/reviews`);
    await page.getByRole('button', { name: /^Open next/ }).waitFor();
    await page.keyboard.press('?');
    const list = dialog(help);
    await list.waitFor();
    for (const text of ['Today', 'Open next', 'Show this list'])
      await list.getByText(text, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  it('are dead where one types, and while a dialog is open', async () => {
    const field = page.locator('main').getByRole('textbox').first();
    await field.focus();
    await page.keyboard.type('gr?');
    expect(await field.inputValue()).toBe('gr?');
    await openFromMenu('Preferences');
    await page.keyboard.type('gr?');
    await page.keyboard.press('Escape');
    await dialog('Preferences').waitFor({ state: 'detached' });
    expect(await dialog(help).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/console/holders');
  });

  it('of single letters are dead once a person switches them off, also after a reload', async () => {
    const toggle = async () => {
      await openFromMenu('Preferences');
      await page.getByLabel('Use single-letter shortcuts').click();
      await page.keyboard.press('Escape');
      await dialog('Preferences').waitFor({ state: 'detached' });
    };
    await toggle();
    await page.reload();
    await page.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
    await page.keyboard.type('?gr');
    // A page that was slow to answer the keys has done so once the menu has answered.
    await toggle();
    expect(await dialog(help).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/console/holders');
    await page.locator('main').focus();
    await page.keyboard.type('gr');
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
    expect(visit.faults).toEqual([]);
  });
});
