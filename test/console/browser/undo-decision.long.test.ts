import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { people } from '../../../src/demo/consoles/applicants.ts';
import { participantsOf } from '../../../src/demo/issuer/participants.ts';
import { narrator } from '../../../src/demo/narrator.ts';
import { reject } from './support/chosen.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';
import { signOut } from './support/visit.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const admin = () => stage.server.operator;
const MDL = 'org.iso.18013.5.1';
const UNDO_TIME = 5000;
const NAMES = ['', 'Amara Lindqvist', 'Tobias Ferreira', 'Yuki Oyelaran', 'Ingrid Marchetti'];

async function waiting(index: number): Promise<string> {
  const holderId = `applicant-${String(index).padStart(2, '0')}`;
  const { proofings } = await callAdmin(admin(), 'listProofings', { holderId, state: 'pending' });
  return proofings[0]!.id;
}

const stateOf = async (id: string) => (await callAdmin(admin(), 'getProofing', { id })).state;

async function nameOf(id: string): Promise<string> {
  const { holderId } = await callAdmin(admin(), 'getProofing', { id });
  const { given_name, family_name } = people().find((one) => one.id === holderId)!;
  return `${given_name} ${family_name}`;
}

async function eventsOf(id: string, event: 'accept' | 'reject') {
  const filter = { subject: 'proofing', subjectId: id, event } as const;
  return (await callAdmin(admin(), 'listEvents', filter)).events;
}

/** In a browser whose clock the test moves on. */
const signedIn = () => stage.signedIn('operators', { now: Date.now() });

/** After it, a decision can no longer be undone. */
const letTimePass = (page: Page) => page.clock.fastForward(UNDO_TIME);

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`${stage.urls.operators}/console/reviews/${id}`);
  await page.getByRole('heading', { name: 'Record', exact: true }).waitFor();
  await page.getByRole('button', { name: /^Accept/ }).waitFor();
}

/** Accepts by keys, with a note. */
async function accept(page: Page, note: string): Promise<void> {
  const address = page.url();
  await page.keyboard.press('a');
  await page.getByLabel('Note for the audit log').fill(note);
  await page.keyboard.press('Enter');
  await page.waitForFunction((before) => location.href !== before, address);
}

describe('A decision that can be undone', () => {
  it('is named with its person, and undone by a key in time: nothing was stored, and the typed note is back', async () => {
    const { context, page, faults } = await signedIn();
    const id = await waiting(2);
    await open(page, id);
    await accept(page, 'typed before the undo');
    await page.getByText(`${NAMES[2]}: accepted.`).waitFor();
    expect(await stateOf(id)).toBe('pending');
    await page.keyboard.press('z');
    await page.waitForURL(`**/reviews/${id}`);
    await page.getByRole('heading', { level: 1, name: NAMES[2]! }).waitFor();
    expect(await page.getByLabel('Note for the audit log').inputValue()).toBe('typed before the undo');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await letTimePass(page);
    expect(sent.filter((url) => url.includes('accept'))).toEqual([]);
    expect(await stateOf(id)).toBe('pending');
    expect(await eventsOf(id, 'accept')).toEqual([]);
    // The same decision again, and this time nobody undoes it.
    await page
      .locator('form')
      .getByRole('button', { name: /^Accept/ })
      .click();
    await letTimePass(page);
    await expect.poll(() => stateOf(id)).toBe('accepted');
    expect(await eventsOf(id, 'accept')).toMatchObject([{ note: 'typed before the undo' }]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is sent when the tab is closed in the middle of it', async () => {
    const { context, page } = await signedIn();
    const id = await waiting(3);
    await open(page, id);
    await accept(page, 'closed the tab');
    expect(await stateOf(id)).toBe('pending');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => stateOf(id), { timeout: 4000 }).toBe('accepted');
    expect(await eventsOf(id, 'accept')).toMatchObject([{ note: 'closed the tab' }]);
    await context.close();
  });

  it('is sent when the person signs out', async () => {
    const { context, page } = await signedIn();
    const id = await waiting(4);
    await open(page, id);
    await accept(page, 'signed out');
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await stateOf(id)).toBe('accepted');
    await context.close();
  });

  it('is sent while the audit log is open, which then shows it', async () => {
    const { context, page, faults } = await signedIn();
    await open(page, await waiting(7));
    await reject(page);
    await page.getByLabel('Note for the audit log').fill('the audit log is open');
    await page.keyboard.press('Enter');
    const place = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
    await place('Today');
    await page.getByText(/^Checked \d\d:\d\d\sUTC$/).waitFor();
    await place('Audit log');
    await page.locator('.log-row').first().waitFor();
    expect(await page.getByText('the audit log is open').count()).toBe(0);
    await letTimePass(page);
    await page.getByText('the audit log is open').waitFor({ timeout: 8000 });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('opens no next proofing for a person who goes elsewhere meanwhile', async () => {
    const { context, page, faults } = await signedIn();
    const id = await waiting(9);
    await open(page, id);
    let goOn = () => {};
    const isHeld = new Promise<void>((resolve) => {
      void page.route(/:claimNext$/, async (route) => {
        resolve();
        await new Promise<void>((answered) => {
          goOn = answered;
        });
        await route.continue();
      });
    });
    await page.keyboard.press('a');
    await page.getByLabel('Note for the audit log').fill('and went to the holders');
    await page.keyboard.press('Enter');
    await isHeld;
    await page.getByRole('navigation').getByRole('link', { name: 'Holders' }).click();
    await page.waitForURL('**/holders');
    const answered = page.waitForResponse(/:claimNext$/);
    goOn();
    await answered;
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).pathname).toBe('/console/holders');
    await page.getByRole('button', { name: /^Undo/ }).click({ timeout: 5000 });
    await page.waitForURL(`**/reviews/${id}`, { timeout: 5000 });
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is sent when the next decision is taken, which can then be undone', async () => {
    const { context, page } = await signedIn();
    const first = await waiting(5);
    await open(page, first);
    await accept(page, 'the first');
    // The page stays, and opens the next proofing by itself.
    const second = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByRole('heading', { level: 1, name: await nameOf(second) }).waitFor();
    await page.getByRole('button', { name: /^Accept/ }).waitFor();
    expect(await stateOf(first)).toBe('pending');
    await accept(page, 'the second');
    await expect.poll(() => stateOf(first), { timeout: 4000 }).toBe('accepted');
    expect(await stateOf(second)).toBe('pending');
    await page.keyboard.press('z');
    await page.waitForURL(`**/reviews/${second}`);
    expect(await stateOf(second)).toBe('pending');
    await context.close();
  });

  it('if somebody else decided meanwhile, the page names the person and keeps what was typed', async () => {
    const { context, page } = await signedIn();
    const id = await waiting(1);
    await open(page, id);
    await accept(page, 'came too late');
    await callAdmin(admin(), 'rejectProofing', { id, detail: { riskCheckFailure: {} } });
    await letTimePass(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Amara Lindqvist was not accepted' });
    await alert.getByText('The proofing changed after you decided.').waitFor();
    await alert.getByRole('link', { name: 'Open again' }).click();
    await page.waitForURL(`**/reviews/${id}`);
    await page.getByText('Already decided: rejected').waitFor();
    await page.getByText('came too late').waitFor();
    await page.getByText('Risk check failed').first().waitFor();
    expect(await stateOf(id)).toBe('rejected');
    await context.close();
  });

  it('if the network is away, the page names the person, and the decision can be sent again', async () => {
    const { context, page } = await signedIn();
    const id = await waiting(8);
    await open(page, id);
    await accept(page, 'without a network');
    await context.setOffline(true);
    await letTimePass(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Noor Abernathy was not accepted' });
    await alert.waitFor();
    await context.setOffline(false);
    await alert.getByRole('link', { name: 'Open again' }).click();
    await page.waitForURL(`**/reviews/${id}`);
    expect(await page.getByLabel('Note for the audit log').inputValue()).toBe('without a network');
    await page
      .locator('form')
      .getByRole('button', { name: /^Accept/ })
      .click();
    await letTimePass(page);
    await expect.poll(() => stateOf(id)).toBe('accepted');
    expect(await eventsOf(id, 'accept')).toHaveLength(1);
    await context.close();
  });
});

const SIZES = [
  [1280, 800],
  [1920, 1080],
  [375, 740],
] as const;

/** Text of the page, beside that of the message, which lies under the message. */
const coveredBy = (message: Locator) =>
  message.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const covered: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const inside = node.parentElement!;
      if (element.contains(node) || !inside.checkVisibility() || inside.clientWidth === 1) continue;
      range.selectNodeContents(node);
      const lies = [...range.getClientRects()].some(
        ({ left, right, top, bottom, width }) =>
          width > 1 && left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      );
      if (lies) covered.push(node.textContent ?? '');
    }
    return covered;
  });

describe('The workspace of a review', () => {
  it('the Undo of the last decision covers no text, and nothing moves when it is gone', async () => {
    const { context, page } = await signedIn();
    await open(page, await waiting(6));
    await accept(page, 'looked at its place');
    await page.getByRole('heading', { name: 'Record', exact: true }).waitFor();
    const undo = page.getByRole('button', { name: 'Undo' });
    const message = page.getByRole('status').filter({ has: undo });
    const title = page.getByRole('heading', { level: 1 });
    const titles: unknown[] = [];
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      expect(await coveredBy(message), `${width} pixels`).toEqual([]);
      const button = (await undo.boundingBox())!;
      expect(button.y).toBeGreaterThan(0);
      expect(button.x + button.width).toBeLessThan(width);
      expect(button.height).toBeGreaterThanOrEqual(24);
      titles.push(await title.boundingBox());
    }
    await letTimePass(page);
    await undo.waitFor({ state: 'detached' });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      expect(await title.boundingBox()).toEqual(titles.shift());
    }
    await context.close();
  });

  it('the record stands beside a single portrait where there is room, and times fit into a line', async () => {
    const { context, page } = await stage.signedIn('operators');
    await open(page, await waiting(9));
    const box = async (of: Locator) => (await of.first().boundingBox())!;
    const portrait = page.locator('.review-person .portrait');
    const facts = page.locator('.review-person dl');
    await page.setViewportSize({ width: 1920, height: 1080 });
    const left = await box(portrait);
    expect((await box(facts)).y).toBe(left.y);
    expect((await box(facts)).x).toBeGreaterThan(left.x + left.width);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await box(facts)).y).toBeGreaterThan((await box(portrait)).y);
    const parts = page.locator('.review-facts time > span:first-child');
    for (const part of await parts.all()) expect((await part.boundingBox())!.height).toBeLessThan(30);
    expect(await parts.count()).toBeGreaterThan(2);
    await context.close();
  });

  it('at 1280 pixels the decision covers neither the person nor the evidence, and opening it scrolls nothing', async () => {
    const { context, page } = await stage.signedIn('operators');
    await open(page, await waiting(9));
    for (const key of ['a', 'r', 'c']) {
      await page.keyboard.press(key);
      await page.locator('.decision-panel').waitFor();
      expect(await page.locator('.decision-bar').count()).toBe(0);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      const boxes = await page.evaluate(() =>
        ['.review-person', '.review-facts', '.review-decision'].map((place) => {
          const { left, right, top, bottom } = document.querySelector(place)!.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
      const [person, facts, decision] = boxes as [DOMRect, DOMRect, DOMRect];
      expect(person.right).toBeLessThanOrEqual(facts.left);
      expect(facts.right).toBeLessThanOrEqual(decision.left);
      expect(decision.bottom).toBeLessThanOrEqual(800);
      await page.keyboard.press('Escape');
    }
    await context.close();
  });

  it.each(SIZES)(
    'at %i x %i pixels the record covers nothing below it, however far the page scrolls',
    async (width, height) => {
      const { context, page } = await stage.signedIn('operators');
      await page.setViewportSize({ width, height });
      await open(page, await waiting(9));
      await page.getByRole('heading', { name: 'Earlier proofings' }).waitFor();
      for (const part of [0.5, 1]) {
        await page.evaluate((at) => scrollTo(0, document.documentElement.scrollHeight * at), part);
        const [record, history] = await page.evaluate(() =>
          ['.review-person', '.review-history'].map((place) =>
            document.querySelector(place)!.getBoundingClientRect(),
          ),
        );
        expect(record!.bottom).toBeLessThanOrEqual(history!.top);
      }
      await context.close();
    },
  );

  it('a reopened proofing shows the last decision between findings and evidence, and who reopened it', async () => {
    const { context, page } = await stage.signedIn('operators');
    const id = await waiting(9);
    await callAdmin(admin(), 'challengeProofing', { id, note: 'the photo is ten years old' });
    await callAdmin(admin(), 'resumeProofing', { id, note: 'came with a passport' });
    await open(page, id);
    const last = page.getByRole('region', { name: 'The last decision' });
    const evidence = page.getByRole('region', { name: 'Evidence', exact: true });
    const findings = page.getByRole('region', { name: 'Findings', exact: true });
    const [first, second, third] = await Promise.all(
      [findings, last, evidence].map((one) => one.boundingBox()),
    );
    expect(first!.y).toBeLessThan(second!.y);
    expect(second!.y).toBeLessThan(third!.y);
    expect((await last.innerText()).replace(/\s+/g, ' ')).toMatch(
      /^Challenged .* By Someone with the admin token .*the photo is ten years old Reopened .* By Someone with the admin token Note came with a passport$/,
    );
    await context.close();
  });

  it('an earlier version of the record is shown beside the record, with the differences marked', async () => {
    const { context, page } = await stage.signedIn('operators');
    const id = await waiting(10);
    const { holder } = await participantsOf(
      stage.server,
      narrator(false, () => {}),
    );
    const elements = { ...holder.elements[MDL], given_name: 'Henrik', family_name: 'Takahashi-Berg' };
    const changed = { ...holder.elements, [MDL]: elements };
    await callAdmin(admin(), 'importHolders', {
      holders: [{ ...holder, id: 'applicant-10', elements: changed }],
    });
    await open(page, id);
    const record = page.locator('.review-person');
    await record.getByText(/\d+ differences? from version 1/).waitFor();
    const family = record.locator('.compared').filter({ hasText: 'Takahashi-Berg' });
    expect((await family.innerText()).replace(/\s+/g, ' ')).toMatch(
      /^Takahashi-Berg .*Changed before: Takahashi$/,
    );
    await page.keyboard.press('p');
    await record.getByRole('img', { name: 'Portrait in the record' }).waitFor();
    await record.getByRole('img', { name: 'Portrait in the earlier record' }).waitFor();
    const looks = await callAdmin(admin(), 'listEvents', {
      subjectId: 'applicant-10',
      event: 'viewPortrait',
    });
    expect(looks.events).toHaveLength(2);
    await context.close();
  });
});
