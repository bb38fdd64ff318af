import type { Page } from 'playwright-core';

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });

export const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
}
