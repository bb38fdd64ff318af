import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { callAdmin } from '../../../../src/cli/admin/client.ts';
import { consoleUser } from '../../../../src/demo/consoles/people.ts';
import { type ConsoleName, type ConsoleStage, openStage, type Visit } from './stage.ts';
import { signIn } from './visit.ts';

/** Milliseconds. */
const PATIENCE = 10_000;

/** A browser of an administrator with a publisher, who is signed in to both consoles. */
async function visitOfBoth(stage: ConsoleStage): Promise<Visit> {
  const { publishers } = await callAdmin(stage.server.operator, 'listPublishers', {});
  const access = { role: 'administrator' as const, publishers: [publishers[0]!.id] };
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
async function startOf({ urls }: ConsoleStage, { page }: Visit, console: ConsoleName): Promise<Page> {
  await page.goto(`${urls[console]}/console/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** For the tests of a file: the demo, and a browser of a person who is signed in to both consoles. */
export function useBothConsoles() {
  let stage: ConsoleStage;
  let visit: Visit;
  beforeAll(async () => {
    stage = await openStage();
    visit = await visitOfBoth(stage);
  });
  afterAll(() => stage?.close());
  return {
    stage: () => stage,
    visit: () => visit,
    /** The page, on the first screen of a console. */
    at: (console: ConsoleName): Promise<Page> => startOf(stage, visit, console),
  };
}
