import type { Page } from 'playwright-core';
import { SCREENS, type Screen } from './screens.ts';
import type { Look } from './stage.ts';

/** A picture in the documentation: a screen, and what a person has done on it. */
export interface Chosen {
  readonly name: string;
  readonly screen: Screen;
  readonly look: Look;
  readonly act?: (page: Page) => Promise<void>;
}

const LIGHT: Look = { width: 1280, scheme: 'light' };
const DARK: Look = { width: 1280, scheme: 'dark' };
const PHONE: Look = { width: 375, scheme: 'dark' };

/** Without an experiment, and with the lowest prices. */
const BANNER_GROUP: Screen = {
  name: 'group of banners',
  console: 'mediation',
  path: '/',
  shows: 'Main menu, Android',
};

const screen = (name: string): Screen => SCREENS.find((one) => one.name === name)!;

export const press = (page: Page, name: RegExp) =>
  page.locator('main').getByRole('button', { name }).first().click();

/** The next person, who has no earlier decision between findings and evidence. */
async function showNext(page: Page): Promise<void> {
  const before = await page.locator('h1').first().textContent();
  await press(page, /^Skip/);
  await page.waitForFunction((name) => document.querySelector('h1')?.textContent !== name, before);
  await showPortrait(page);
}

/** The page is shown from its top, where the person and the decision are. */
export async function showPortrait(page: Page): Promise<void> {
  await press(page, /^Show portrait/);
  await page.getByRole('img', { name: 'Portrait in the record' }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

export async function reject(page: Page): Promise<void> {
  await press(page, /^Reject/);
  await page.getByLabel('Evidence does not match the record').check();
  await page.evaluate(() => scrollTo(0, 0));
}

async function findHolder(page: Page): Promise<void> {
  await page.getByLabel('Search by').selectOption('number');
  await page.getByLabel('Document number', { exact: true }).last().fill('DX0050011');
  await press(page, /^Search/);
  await page.getByRole('tab', { name: 'Timeline' }).waitFor();
}

async function revoke(page: Page): Promise<void> {
  await press(page, /^Revoke$/);
  await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
}

async function changePrice(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Main menu, Android' }).first().click();
  await page.getByLabel('CPM of AppLovin in US dollars').fill('0.55');
  await press(page, /^Preview and save/);
  await page.getByRole('dialog', { name: 'What will change' }).getByText('0.55').first().waitFor();
}

/** In the format that the page sends. */
const firstUnit = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const [, publisher] = /\/console\/([^/]+)/.exec(location.pathname) ?? [];
    const headers = { 'X-Diptych-Console': '1' };
    const answer = await fetch(`/console/api/v1beta/accounts/${publisher}/adUnits`, { headers });
    const { adUnits } = (await answer.json()) as { adUnits: readonly { adUnitId: string }[] };
    return adUnits[0]!.adUnitId;
  });

async function pasteRows(page: Page): Promise<void> {
  const unit = await firstUnit(page);
  await press(page, /^Paste from CSV/);
  const dialog = page.getByRole('dialog');
  const rows = [
    'ad_unit_id,adapter_id,name,SDK Key',
    `${unit},111,AppLovin – autumn,a-new-key`,
    `${unit},111,AppLovin,`,
  ];
  await dialog.getByRole('textbox').fill(rows.join('\n'));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('Ready: 1.').waitFor();
}

/** Pictures of numbers are drawn when their code has arrived. */
async function waitForCharts(page: Page): Promise<void> {
  await page.locator('.chart canvas').first().waitFor();
}

async function openExperiment(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Experiment' }).click();
  await page.getByText('InMobi Exchange').first().waitFor();
}

/** Changes a price in a wider window. */
async function savePrice(page: Page): Promise<void> {
  const changes = page.url();
  const narrow = page.viewportSize()!;
  await page.setViewportSize({ ...narrow, width: 1280 });
  await page.goto(changes.replace(/\/[^/]+\/changes$/, ''));
  await changePrice(page);
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved.').waitFor();
  await page.setViewportSize(narrow);
  await page.goto(changes);
  await press(page, /^Details: Group changed/);
}

export const CHOSEN: readonly Chosen[] = [
  { name: 'today', screen: screen('today'), look: LIGHT },
  { name: 'reviews', screen: screen('reviews'), look: LIGHT },
  { name: 'proofing', screen: screen('proofing'), look: LIGHT, act: showNext },
  { name: 'reject', screen: screen('proofing'), look: LIGHT, act: reject },
  { name: 'find-holder', screen: screen('holders'), look: LIGHT, act: findHolder },
  { name: 'revoke', screen: screen('credential'), look: LIGHT, act: revoke },
  { name: 'approval-phone', screen: screen('approval'), look: PHONE },
  {
    name: 'overview',
    screen: { ...screen('overview'), shows: 'Groups by revenue' },
    look: LIGHT,
    act: waitForCharts,
  },
  { name: 'reports', screen: screen('reports'), look: LIGHT, act: waitForCharts },
  { name: 'group', screen: { ...screen('group'), shows: 'InMobi Exchange' }, look: LIGHT },
  { name: 'price', screen: BANNER_GROUP, look: LIGHT, act: changePrice },
  { name: 'mappings', screen: screen('mappings'), look: LIGHT, act: pasteRows },
  { name: 'experiment', screen: screen('group'), look: DARK, act: openExperiment },
  { name: 'changes-phone', screen: screen('changes'), look: PHONE, act: savePrice },
];
