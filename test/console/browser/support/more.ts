import type { Locator, Page } from 'playwright-core';

/** The button of the rare actions of a page. */
export const moreOf = (page: Page): Locator =>
  page.locator('main').getByRole('button', { name: 'More', exact: true });

/** Chooses one of the rare actions of a page. */
export async function chooseRare(page: Page, name: string): Promise<void> {
  await moreOf(page).click();
  await page.getByRole('list', { name: 'More' }).getByRole('button', { name, exact: true }).click();
}
