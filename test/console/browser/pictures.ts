// Takes pictures of every screen of the consoles at three widths, light and dark, and of what opens over them: npm run
// console:pictures [FOLDER [NAME]]. Without a folder, also takes those of the documentation; with docs in its place, only those.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CHOSEN } from './support/chosen.ts';
import { MOMENTS } from './support/moments.ts';
import { repeatable } from './support/repeatable.ts';
import { addressOf, SCREENS, type Screen } from './support/screens.ts';
import { type Look, openStage, type Visit } from './support/stage.ts';

const LOOKS: readonly Look[] = [375, 1280, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);
const OF_DOCUMENTATION = 'docs/images/console';

const [place, only] = process.argv.slice(2);
const isDocsOnly = place === 'docs';
const folder = isDocsOnly ? undefined : place;
const { now, ...time } = repeatable();
const stage = await openStage({ ...time, asksSecondPerson: true });
const visits = new Map<string, Visit>();
let failed = 0;

async function visit({ console, isSignedOut }: Screen, look: Look): Promise<Page> {
  const key = JSON.stringify([console, look, isSignedOut]);
  const open = isSignedOut ? stage.visit : stage.signedIn;
  const found = visits.get(key) ?? (await open(console, { ...look, now: now() }));
  visits.set(key, found);
  return found.page;
}

/** Says what went wrong, and goes on with the next picture. */
async function trying(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failed += 1;
    process.stderr.write(`${name}: ${String(error).split('\n', 1)[0]}\n`);
  }
}

async function show(screen: Screen, look: Look): Promise<Page> {
  const page = await visit(screen, look);
  page.setDefaultTimeout(20_000);
  await page.goto(await addressOf(stage, screen));
  await trying(`${screen.name} does not show ${screen.shows}`, () =>
    page.locator('main').getByText(screen.shows).first().waitFor(),
  );
  await page.getByText('Loading …').first().waitFor({ state: 'detached' });
  return page;
}

async function take(page: Page, path: string, fullPage: boolean): Promise<void> {
  // The pointer is not over any element.
  await page.mouse.move(0, 0);
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'hide' });
  process.stdout.write(`${path}\n`);
}

if (folder === undefined) {
  mkdirSync(OF_DOCUMENTATION, { recursive: true });
  for (const { name, screen, look, act } of CHOSEN)
    await trying(name, async () => {
      const page = await show(screen, look);
      await act?.(page);
      // The numbers in the menu come last.
      await page.waitForLoadState('networkidle');
      await take(page, join(OF_DOCUMENTATION, `${name}.png`), false);
    });
}

const all = folder ?? 'console/pictures';
mkdirSync(all, { recursive: true });
const chosen = isDocsOnly
  ? []
  : [...SCREENS, ...MOMENTS].filter(({ name }) => only === undefined || name.includes(only));
for (const look of LOOKS)
  for (const screen of chosen)
    await trying(screen.name, async () => {
      const page = await show(screen, look);
      await screen.act?.(page);
      const path = join(all, `${screen.name}-${look.width}-${look.scheme}.png`);
      // What opens over a page is in the window.
      await take(page, path, screen.act === undefined);
    });

for (const { faults } of visits.values())
  for (const fault of faults) process.stderr.write(`fault: ${fault}\n`);
await stage.close();
process.exit(failed === 0 ? 0 : 1);
