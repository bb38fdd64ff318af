import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';

/** The sum of layout shifts up to which a page counts as good (Core Web Vitals). */
const MOST = 0.1;

/** How long answers take: parts of a page that load one after the other arrive one after the other. */
const LATE = 150;

/** Answers of the interface come late, as they do over a network. */
export const answerLate = (context: BrowserContext): Promise<unknown> =>
  context.route('**/console/api/**', async (route) => {
    await delay(LATE);
    // The page may be gone meanwhile.
    await route.continue().catch(() => {});
  });

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

type Watched = typeof globalThis & { layoutShifts?: Shift[] };

/** Collects what moves on each page that is opened from now on, without an action of the person. */
export const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(`
    globalThis.layoutShifts = [];
    const nameOf = (node) => {
      if (!node) return 'something';
      if (node.nodeType === Node.TEXT_NODE) return '"' + node.data.slice(0, 40) + '" in ' + nameOf(node.parentElement);
      return node.tagName.toLowerCase() + (node.className ? '.' + String(node.className).replaceAll(' ', '.') : '');
    };
    const placeOf = ({ x, y, height }) => [x, y, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput)
          layoutShifts.push({
            value,
            moved: sources.map(({ node, previousRect, currentRect }) =>
              nameOf(node) + ' (' + placeOf(previousRect) + ' to ' + placeOf(currentRect) + ')'),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  `);

/** What moved on the page while it was loaded; nothing if it was little. */
export async function shiftsAt(page: Page): Promise<readonly string[]> {
  const shifts = await page.evaluate(() => (globalThis as Watched).layoutShifts ?? []);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  if (sum <= MOST) return [];
  return [
    `${sum.toFixed(3)} in all`,
    ...shifts.map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(', ')}`),
  ];
}
