// Writes pictures of every screen of the consoles, light at 1280 pixels and dark at 375: npm run console:pictures [FOLDER]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, SCREENS } from './support/screens.ts';
import { type ConsoleName, openStage, type Visit } from './support/stage.ts';

const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 375, scheme: 'dark' },
] as const;

const [folder = 'console/pictures', only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const stage = await openStage({ asksSecondPerson: true });
let failed = 0;
for (const look of LOOKS) {
  const visits = new Map<ConsoleName, Visit>();
  for (const screen of SCREENS.filter(({ name }) => only === undefined || name.includes(only))) {
    const visit = visits.get(screen.console) ?? (await stage.signedIn(screen.console, look));
    visits.set(screen.console, visit);
    const { page } = visit;
    await page.goto(await addressOf(stage, screen));
    try {
      await page.locator('main').getByText(screen.shows).first().waitFor({ timeout: 20_000 });
    } catch {
      failed += 1;
      process.stderr.write(`${screen.name} does not show ${screen.shows}\n`);
    }
    await page.getByText('Loading …').first().waitFor({ state: 'detached', timeout: 20_000 });
    const file = join(folder, `${screen.name}-${look.width}-${look.scheme}.png`);
    await page.screenshot({ path: file, fullPage: true });
    process.stdout.write(`${file}\n`);
  }
  for (const { faults } of visits.values())
    for (const fault of faults) process.stderr.write(`fault: ${fault}\n`);
}
await stage.close();
process.exit(failed === 0 ? 0 : 1);
