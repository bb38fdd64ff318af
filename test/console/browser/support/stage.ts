import { rmSync } from 'node:fs';
import { type ConsoleUser, consoleUser, signedInAddress } from '../../../../src/demo/consoles/people.ts';
import { type Narrator, type Stage, setStage } from '../../../../src/demo/narrator.ts';
import type { Effects } from '../../../../src/server/effects.ts';
import { startChromium } from '../../../support/chromium.ts';
import { TEST_EFFECTS } from '../../../support/effects.ts';
import { consolePage } from '../../support/console-http.ts';
import { folderOf, play, playedOnce } from './story.ts';
import { type Look, openVisit, signIn, speak, type User, type Visit } from './visit.ts';

export type { Look, Visit };

export type ConsoleName = 'operators' | 'mediation';

/** A real server with the data of the demo, and a real browser. */
export interface ConsoleStage {
  readonly urls: Readonly<Record<ConsoleName, string>>;
  readonly users: Readonly<Record<ConsoleName, ConsoleUser>>;
  readonly server: Stage;
  /** Moves the clock of the server on. */
  advance(milliseconds: number): void;
  /** A new browser, at the sign-in form or at another address of the console. */
  visit(console: ConsoleName, look?: Look, path?: string): Promise<Visit>;
  /** At the one-time address that the demo prints. */
  open(console: ConsoleName, look?: Look): Promise<Visit>;
  /** In a new browser, signed in by password. */
  signedIn(console: ConsoleName, look?: Look): Promise<Visit>;
  /** Signs in with the form that is shown, as the person of this console. */
  signIn(visit: Pick<Visit, 'page'>, console: ConsoleName): Promise<void>;
  close(): Promise<void>;
}

export interface StageOptions {
  /**
   * Changes of keys and roles need a second person. One request is waiting: another administrator wants to
   * rotate a key.
   */
  readonly asksSecondPerson?: boolean;
  readonly effects?: Effects;
  /** Called for each request of the demo, if there are other effects. */
  readonly onExchange?: Narrator['exchange'];
}

async function askForRotation({ adminUrl }: Stage['server'], { email, password }: User): Promise<void> {
  const page = consolePage(adminUrl);
  await page.post('/session:signIn', { email, password });
  const { status } = await page.post('/admin/v1/keys:rotate', { role: 'documentSigner' });
  if (status !== 202) throw new Error(`the request does not wait: ${status}`);
}

export async function openStage(options: StageOptions = {}): Promise<ConsoleStage> {
  const { asksSecondPerson = false, effects: given = TEST_EFFECTS, onExchange } = options;
  const played = await (given === TEST_EFFECTS ? playedOnce() : play(given, onExchange));
  const data = folderOf(played);
  let ahead = 0;
  const effects = { ...given, clock: () => given.clock() + ahead };
  let server = await setStage({ data, effects });
  if (asksSecondPerson) {
    // This administrator existed before the rule of two people applied.
    const asker = await consoleUser(server, 'ivy', { role: 'administrator', publishers: [] });
    await server.close();
    server = await setStage({ data, effects, settings: { 'admin.secondPerson': ['keys'] } });
    await askForRotation(server.server, asker);
  }
  const browser = await startChromium();
  const urls = { operators: server.server.adminUrl, mediation: server.server.url };
  const { users } = played;
  const visit: ConsoleStage['visit'] = (console, look, path = '/console/') =>
    openVisit(browser, `${urls[console]}${path}`, look);
  return {
    urls,
    users,
    server,
    advance(milliseconds) {
      ahead += milliseconds;
    },
    visit,
    async open(console, look) {
      return openVisit(browser, await signedInAddress(server, users[console], console), look);
    },
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
      rmSync(data, { recursive: true, force: true });
    },
  };
}
