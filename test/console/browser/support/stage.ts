import type { Browser } from 'playwright-core';
import { playConsolesStory } from '../../../../src/cli/demo/consoles/story.ts';
import { narrator, setStage } from '../../../../src/cli/demo/stage.ts';
import { startChromium } from '../../../support/chromium.ts';
import { type Look, openVisit, signIn, speak, type User, type Visit } from './visit.ts';

export type { Look, Visit };

export type ConsoleName = 'operators' | 'mediation';

/** A real server with the data of the demo, and a real browser. */
export interface ConsoleStage {
  readonly urls: Readonly<Record<ConsoleName, string>>;
  readonly users: Readonly<Record<ConsoleName, User>>;
  readonly server: Awaited<ReturnType<typeof setStage>>;
  /** A browser of its own, at the sign-in form or at another address of the console. */
  visit(console: ConsoleName, look?: Look, path?: string): Promise<Visit>;
  /** At the address that the demo prints, which signs in once. */
  open(console: ConsoleName, look?: Look): Promise<Visit>;
  /** The same, signed in by password. */
  signedIn(console: ConsoleName, look?: Look): Promise<Visit>;
  /** By the form that is shown, as the person of this console. */
  signIn(visit: Visit, console: ConsoleName): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<ConsoleStage> {
  const server = await setStage({});
  const silent = narrator(false, () => {});
  const { operators, mediation } = await playConsolesStory(server, silent);
  const browser: Browser = await startChromium();
  const urls = { operators: server.server.adminUrl, mediation: server.server.url };
  const users = { operators: operators.user, mediation: mediation.user };
  const addresses = { operators: operators.address, mediation: mediation.address };
  const visit: ConsoleStage['visit'] = (console, look, path = '/console/') =>
    openVisit(browser, `${urls[console]}${path}`, look);
  return {
    urls,
    users,
    server,
    visit,
    open: (console, look) => openVisit(browser, addresses[console], look),
    signIn: ({ page }, console) => signIn(page, users[console]),
    async signedIn(console, look) {
      const opened = await visit(console, look);
      await signIn(opened.page, users[console]);
      if (look?.locale) await speak(opened.page, look.locale);
      return opened;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
