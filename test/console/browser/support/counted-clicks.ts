import type { Locator, Page } from 'playwright-core';

interface Place {
  readonly page: Page;
  /** Address of the mediation console. */
  readonly url: string;
}

/** What a person does at the mediation console, with the number of clicks since the first screen. */
export function countedClicks(at: () => Place) {
  const counted = { clicks: 0 };
  return {
    counted,
    /** A person begins on the first screen. */
    async begin(): Promise<void> {
      const { page, url } = at();
      await page.goto(`${url}/console/`);
      await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
      counted.clicks = 0;
    },
    async click(target: Locator): Promise<void> {
      counted.clicks += 1;
      await target.click();
    },
    group: (name: string) =>
      at()
        .page.getByRole('link', { name: `${name}, Android`, exact: true })
        .first(),
    button: (name: string | RegExp) => at().page.getByRole('button', { name }).first(),
  };
}
