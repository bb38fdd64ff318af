import type { Locator, Page } from 'playwright-core';

/** What a person does at the mediation console at this address, with the number of clicks since the first screen. */
export function countedClicks(page: Page, url: string) {
  const counted = { clicks: 0 };
  return {
    counted,
    /** A person begins on the first screen. */
    async begin(): Promise<void> {
      await page.goto(`${url}/console/`);
      await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
      counted.clicks = 0;
    },
    async click(target: Locator): Promise<void> {
      counted.clicks += 1;
      await target.click();
    },
    group: (name: string) => page.getByRole('link', { name: `${name}, Android`, exact: true }).first(),
    button: (name: string | RegExp) => page.getByRole('button', { name }).first(),
  };
}
