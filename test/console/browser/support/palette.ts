import type { Page } from 'playwright-core';
import { callAdmin } from '../../../../src/cli/admin/client.ts';
import { consoleUser } from '../../../../src/demo/consoles/people.ts';
import type { ConsoleName, ConsoleStage, Visit } from './stage.ts';
import { signIn } from './visit.ts';

/** Milliseconds. */
const PATIENCE = 10_000;

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });

export const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
}

/** A browser of an administrator with a publisher, who is signed in to both consoles. */
export async function visitOfBoth(stage: ConsoleStage): Promise<Visit> {
  const { publishers } = await callAdmin(stage.server.operator, 'listPublishers', {});
  const access = { role: 'administrator', publishers: [publishers[0]!.id] } as const;
  const user = await consoleUser(stage.server, 'ida', access);
  const both = await stage.visit('operators');
  both.page.setDefaultTimeout(PATIENCE);
  await signIn(both.page, user);
  await both.page.getByRole('heading', { name: 'Today', exact: true }).waitFor();
  await both.page.goto(`${stage.urls.mediation}/console/`);
  await signIn(both.page, user);
  await both.page.getByRole('heading', { level: 1 }).waitFor();
  return both;
}

/** The first screen of a console. */
export async function startOf({ urls }: ConsoleStage, { page }: Visit, console: ConsoleName): Promise<Page> {
  await page.goto(`${urls[console]}/console/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
