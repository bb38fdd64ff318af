import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import type { MediationGroup, MediationGroupLine } from '../../../src/mediation/contract/index.ts';
import { axeFindings } from './support/axe.ts';
import { moreOf } from './support/more.ts';
import { type ConsoleStage, openStage } from './support/stage.ts';

let stage: ConsoleStage;
let pages: Readonly<Record<'operators' | 'mediation', Page>>;

beforeAll(async () => {
  stage = await openStage();
  const [operators, mediation] = await Promise.all([
    stage.signedIn('operators'),
    stage.signedIn('mediation'),
  ]);
  pages = { operators: operators.page, mediation: mediation.page };
});
afterAll(() => stage?.close());

const inMenu = (page: Page, name: string) =>
  page.locator('.place-row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** Sends revenue of yesterday in a currency that the file of rates lacks. Returns the path of the group. */
async function sendFrancs(): Promise<string> {
  const { operator } = stage.server;
  const [publisher] = (await callAdmin(operator, 'listPublishers', {})).publishers;
  const access = { publishers: [publisher!.id], scopes: ['monetization' as const] };
  const { accessToken } = await callAdmin(operator, 'issueToken', access);
  const call = async (of: string, body?: object) => {
    const answer = await fetch(`${stage.urls.mediation}/v1beta/accounts/${publisher!.id}/${of}`, {
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of two methods
    return (await answer.json()) as any;
  };
  const { mediationGroups } = await call('mediationGroups');
  const group = mediationGroups.find(({ displayName }: MediationGroup) => displayName?.startsWith('Main'));
  const [[lineId, { adSourceId }]] = Object.entries<MediationGroupLine>(group.mediationGroupLines) as [
    [string, MediationGroupLine],
  ];
  const row = {
    time: new Date(Date.now() - 86_400_000).toISOString(),
    adUnitId: group.targeting.adUnitIds[0],
    mediationGroupId: group.mediationGroupId,
    lineId,
    adSourceId,
    country: 'CH',
    ...{ adRequests: '9', matchedRequests: '9', impressions: '9', revenueMicros: '90000' },
    currency: 'CHF',
  };
  const sent = await call('statistics:ingest', {
    batchId: 'francs',
    source: 'relay',
    mode: 'ADD',
    rows: [row],
  });
  expect(sent).toMatchObject({ accepted: 1 });
  return `groups/${group.mediationGroupId}`;
}

interface Mark {
  readonly text: string;
  /** Its distance from the left. */
  readonly x: number;
}

/** The days that the charts of a page draw, for the person of another page. */
async function marksAt(of: Page, url: string, look: object): Promise<readonly Mark[]> {
  const storageState = await of.context().storageState();
  const usual = { locale: 'en-GB', viewport: { width: 1280, height: 800 } };
  const context = await of
    .context()
    .browser()!
    .newContext({ ...usual, ...look, storageState });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const drawn = new Map<HTMLCanvasElement, Mark[]>();
    Object.assign(globalThis, { drawn });
    const { clearRect, fillText } = CanvasRenderingContext2D.prototype;
    // A chart is drawn again when its place has got its width.
    CanvasRenderingContext2D.prototype.clearRect = function (...place) {
      drawn.delete(this.canvas);
      clearRect.apply(this, place);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      drawn.set(this.canvas, [...(drawn.get(this.canvas) ?? []), { text, x: Math.round(x) }]);
      fillText.call(this, text, x, y);
    };
  });
  await page.goto(url);
  const days = async () =>
    (
      await page.evaluate(() =>
        [...(globalThis as unknown as { drawn: Map<HTMLCanvasElement, Mark[]> }).drawn.values()].flat(),
      )
    ).filter(({ text }) => /^\d+\s[A-Z][a-z]+$/.test(text));
  await expect.poll(async () => (await days()).length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  const marks = await days();
  await context.close();
  return marks;
}

async function openReview(page: Page): Promise<void> {
  await inMenu(page, 'Reviews').getByRole('link').click();
  await page
    .getByRole('link', { name: /^Henrik/ })
    .first()
    .click();
}

describe('What a person must know is in sight', () => {
  it('the queue of reviews shows people, and no ids of devices', async () => {
    const { operators: page } = pages;
    await inMenu(page, 'Reviews').getByRole('link').click();
    await page
      .getByRole('link', { name: /^Henrik/ })
      .first()
      .waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).not.toContain('Device');
    expect(await page.locator('main a[href*="/devices/"]').count()).toBe(0);
  });

  it('the findings of a review say that the portrait is old, and do not forbid to accept', async () => {
    const { operators: page } = pages;
    await openReview(page);
    const findings = page.getByRole('region', { name: 'Findings' });
    await findings.getByText('The portrait was taken in 2013.').waitFor();
    expect(await page.getByRole('button', { name: /^Accept/ }).isEnabled()).toBe(true);
  });

  it('the findings of a review stand beside the record, and before it on a phone', async () => {
    const { operators: page } = pages;
    await openReview(page);
    await page.getByRole('region', { name: 'Findings' }).waitFor();
    const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.y;
    expect(await top('Findings')).toBe(await top('Record'));
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await top('Findings')).toBeLessThan(await top('Record'));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('all of the form of a rejection is in sight beside the evidence, at 1280 × 800', async () => {
    const { operators: page } = pages;
    await openReview(page);
    await page.getByRole('button', { name: /^Reject/ }).click();
    await page.getByRole('radio').first().waitFor();
    const panel = page.locator('.review-decision');
    const hidden = () => panel.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(await hidden()).toBe(0);
    const { x } = (await panel.boundingBox())!;
    const evidence = (await page.getByRole('region', { name: 'Evidence' }).boundingBox())!;
    expect(evidence.x + evidence.width).toBeLessThan(x);
    await page.keyboard.press('Escape');
  });

  it('on a phone, the form of a decision takes less than half of the window, scrolls nothing and covers nothing', async () => {
    const { context, page } = await stage.signedIn('operators', { width: 375 });
    await page.goto(`${stage.urls.operators}/console/reviews`);
    await page.getByRole('link', { name: /^Henrik/ }).click();
    await page.getByRole('region', { name: 'Record' }).getByText('Henrik').first().waitFor();
    const bottomOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!;
      return y + height;
    };
    const form = page.locator('.review-decision');
    for (const decision of [/^Accept/, /^Reject/, /^Challenge/]) {
      await page.evaluate(() => scrollTo(0, 300));
      // Without the scrolling that a click of Playwright may begin with.
      await page.getByRole('button', { name: decision }).dispatchEvent('click');
      await page.locator('.decision-panel').waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(300);
      expect((await form.boundingBox())!.height).toBeLessThan(400);
      for (const name of ['Findings', 'Record', 'Evidence', 'Device']) {
        const part = page.getByRole('region', { name, exact: true });
        await part.evaluate((element) => element.scrollIntoView({ block: 'end' }));
        expect(await bottomOf(part), name).toBeLessThanOrEqual((await form.boundingBox())!.y);
      }
      await page.keyboard.press('Escape');
    }
    await context.close();
  });

  it('the menu of the mediation console counts findings, and experiments to decide', async () => {
    const { mediation: page } = pages;
    await inMenu(page, 'Groups').locator('.waits').waitFor();
    expect(await inMenu(page, 'Groups').locator('.waits').textContent()).toBe('1 experiment to decide');
    expect(await inMenu(page, 'Findings').locator('.waits').textContent()).toMatch(
      /^\d+ (?:errors?|warnings?|errors and warnings)$/,
    );
  });

  it('the numbers in the menu come after the page, and move and cover nothing', async () => {
    const { page, context } = await stage.signedIn('mediation');
    const { promise: isLooked, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/v1beta\/.*(mediationAbExperiments|lint)/, (route) =>
      isLooked.then(() => route.continue()),
    );
    await page.reload();
    const places = page.locator('.place-row > .place');
    const boxes = () => places.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    await places.first().waitFor();
    const before = await boxes();
    expect(await page.locator('.place-row > .waits').count()).toBe(0);
    release();
    for (const name of ['Groups', 'Findings']) {
      const count = (await inMenu(page, name).locator('.waits').boundingBox())!;
      const end = await inMenu(page, name)
        .getByRole('link')
        .evaluate((link) => {
          const text = document.createRange();
          text.selectNodeContents(link);
          return text.getBoundingClientRect().right;
        });
      expect(end, name).toBeLessThan(count.x);
    }
    expect(await boxes()).toEqual(before);
    await context.close();
  });

  it('the list of groups shows which experiment is to decide, with a link to it', async () => {
    const { mediation: page } = pages;
    await inMenu(page, 'Groups').getByRole('link').click();
    const toDecide = page.getByRole('row').getByRole('link', { name: /Experiment to decide$/ });
    await toDecide.waitFor();
    expect(await toDecide.getAttribute('href')).toMatch(/\/groups\/\d+\?tab=experiment$/);
  });

  it('another page does not count them again', async () => {
    const { mediation: page } = pages;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await inMenu(page, 'Inventory').getByRole('link').click();
    await page.getByRole('heading', { name: 'Inventory', exact: true }).waitFor();
    expect(asked.filter((url) => /lint|mediationAbExperiments/.test(url))).toEqual([]);
  });

  it('times are in the zone of the reader, and days of reports in that of the publisher', async () => {
    const { mediation: page } = pages;
    await inMenu(page, 'Changes').getByRole('link').click();
    await page.getByText('Times are in UTC.').waitFor();
    const times = await page.locator('li time').allTextContents();
    expect(times.length).toBeGreaterThan(3);
    expect(times.filter((text) => !/^\d\d:\d\d:\d\d$/.test(text))).toEqual([]);
    await inMenu(page, 'Reports').getByRole('link').click();
    await page.getByText('Days are those of America/New_York, the time zone of the publisher.').waitFor();
  });

  it('the days of a chart stand in the same place in every zone', async () => {
    const { mediation } = pages;
    const drawnIn = async (timezoneId: string) =>
      new Set(await marksAt(mediation, `${stage.urls.mediation}/console/`, { timezoneId }));
    const marks = await drawnIn('UTC');
    for (const zone of ['Europe/Berlin', 'America/New_York']) expect(await drawnIn(zone)).toEqual(marks);
  });

  it.each([1280, 1920])(
    'the days of each chart are equally far apart, in a window of %i pixels',
    async (width) => {
      const { operators } = pages;
      const look = { viewport: { width, height: 2400 }, timezoneId: 'UTC' };
      const marks = (await marksAt(operators, `${stage.urls.operators}/console/`, look)).map(({ x }) => x);
      // Each chart begins at the left.
      const starts = [...marks.keys()].filter((index) => index === 0 || marks[index]! < marks[index - 1]!);
      expect(starts.length).toBeGreaterThan(1);
      for (const [index, start] of starts.entries()) {
        const chart = marks.slice(start, starts[index + 1]);
        const steps = chart.slice(1).map((x, at) => x - chart[at]!);
        expect(Math.max(...steps) - Math.min(...steps), chart.join()).toBeLessThan(3);
      }
    },
  );

  it('a saved group does not make the menu count all findings and experiments again', async () => {
    const { mediation: page } = pages;
    await inMenu(page, 'Groups').getByRole('link').click();
    await page.locator('.group-name').filter({ hasNotText: /^Main/ }).last().click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('dialog').getByLabel('Name').fill('Renamed');
    await page.getByRole('dialog').getByLabel('Name').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked).toContainEqual(expect.stringContaining('/mediationGroups/'));
    const [, own] = /(mediationGroups\/\d+)/.exec(asked[0] ?? '') ?? [];
    const others = asked.filter((url) => url.includes('mediationAbExperiments') && !url.includes(`${own}/`));
    expect([...others, ...asked.filter((url) => /lint\?fields=counts$/.test(url))]).toEqual([]);
  });

  it('a new group has a priority from its start', async () => {
    const { mediation: page } = pages;
    await inMenu(page, 'Groups').getByRole('link').click();
    await page.getByRole('link', { name: 'New group' }).click();
    await page.getByLabel('Priority').fill('0');
    await page.getByLabel('Name', { exact: true }).first().fill('Test');
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.keyboard.press('Control+s');
    expect((await answer).request().postDataJSON()).toMatchObject({ displayName: 'Test', priority: 0 });
  });

  it('a currency without a rate is named with the remedy wherever money is shown', async () => {
    const { mediation: page } = pages;
    const path = await sendFrancs();
    const sentence = page.getByText(/^The file of exchange rates .* no rate of CHF .* add it/);
    for (const at of ['home', 'groups', path, 'reports']) {
      const [, publisher = ''] = /(pub-\d{16})/.exec(page.url()) ?? [];
      await page.goto(`${stage.urls.mediation}/console/${publisher}/${at}`);
      await sentence.waitFor();
    }
  });

  it.each(['operators', 'mediation'] as const)(
    'titles, and what follows them, are at the same place on each screen of the %s console',
    async (console) => {
      const page = pages[console];
      const titles = new Set<number>();
      const leads = new Set<number>();
      for (const link of await page.locator('.place-row .place').all()) {
        await link.click();
        await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
        await page.getByRole('heading', { level: 1 }).waitFor();
        const top = async (what: string) => Math.round((await page.locator(what).first().boundingBox())!.y);
        const lead = page.locator('.page-top .lead');
        titles.add(await top('h1'));
        if ((await lead.count()) > 0) leads.add(await top('.page-top .lead'));
      }
      expect([titles.size, leads.size]).toEqual([1, 1]);
    },
  );

  it('the rare actions of a person open within the window, however narrow it is', async () => {
    const { operators: page } = pages;
    const size = page.viewportSize()!;
    await inMenu(page, 'Holders').getByRole('link').click();
    await page.locator('main td a').first().click();
    await moreOf(page).waitFor();
    for (const width of [1280, 640, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await moreOf(page).click();
      const menu = (await page.getByRole('list', { name: 'More' }).boundingBox())!;
      expect(menu.x, `${width}`).toBeGreaterThanOrEqual(0);
      expect(menu.x + menu.width, `${width}`).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize(size);
  });

  it('an action that cannot be undone is filled only where it is confirmed', async () => {
    const { operators: page } = pages;
    await inMenu(page, 'Holders').getByRole('link').click();
    await page.locator('main td a').first().click();
    await moreOf(page).click();
    const erase = page.getByRole('button', { name: 'Erase', exact: true });
    const colours = (button: Locator) =>
      button.evaluate((element) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(element);
        return [backgroundColor, borderTopColor];
      });
    const [ground, edge] = await colours(erase);
    expect(ground).not.toBe(edge);
    await erase.click();
    const dialog = page.getByRole('dialog', { name: /^Erase / });
    const last = (await dialog.textContent())!.match(/Type (\S+) to confirm/)![1]!;
    await dialog.getByRole('textbox').last().fill(last);
    const confirm = dialog.getByRole('button', { name: 'Erase', exact: true });
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    expect(await colours(confirm)).toEqual([edge, edge]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });
});
