// Takes pictures of every screen of the consoles at three widths, light and dark: npm run
// console:pictures [FOLDER [NAME]]. Without a folder, also takes those of the documentation; with docs in its place, only those.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CHOSEN } from './support/chosen.ts';
import { repeatable } from './support/repeatable.ts';
import { addressOf, SCREENS, type Screen } from './support/screens.ts';
import { type ConsoleName, type Look, openStage, type Visit } from './support/stage.ts';

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

async function visit(console: ConsoleName, look: Look): Promise<Page> {
  const key = JSON.stringify([console, look]);
  const found = visits.get(key) ?? (await stage.signedIn(console, { ...look, now: now() }));
  visits.set(key, found);
  return found.page;
}

async function show(screen: Screen, look: Look): Promise<Page> {
  const page = await visit(screen.console, look);
  await page.goto(await addressOf(stage, screen));
  try {
    await page.locator('main').getByText(screen.shows).first().waitFor({ timeout: 20_000 });
  } catch {
    failed += 1;
    process.stderr.write(`${screen.name} does not show ${screen.shows}\n`);
  }
  await page.getByText('Loading …').first().waitFor({ state: 'detached', timeout: 20_000 });
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
  for (const { name, screen, look, act } of CHOSEN) {
    const page = await show(screen, look);
    page.setDefaultTimeout(20_000);
    try {
      await act?.(page);
      await take(page, join(OF_DOCUMENTATION, `${name}.png`), false);
    } catch (error) {
      failed += 1;
      process.stderr.write(`${name}: ${String(error).split('\n', 1)[0]}\n`);
    }
  }
}

const all = folder ?? 'console/pictures';
mkdirSync(all, { recursive: true });
const chosen = isDocsOnly ? [] : SCREENS.filter(({ name }) => only === undefined || name.includes(only));
for (const look of LOOKS)
  for (const screen of chosen)
    await take(await show(screen, look), join(all, `${screen.name}-${look.width}-${look.scheme}.png`), true);

for (const { faults } of visits.values())
  for (const fault of faults) process.stderr.write(`fault: ${fault}\n`);
await stage.close();
process.exit(failed === 0 ? 0 : 1);
