import type { Page } from 'playwright-core';
import { press, reject, showPortrait } from './chosen.ts';
import { chooseRare, moreOf } from './more.ts';
import { SCREENS, type Screen } from './screens.ts';

const on = (name: string): Screen => SCREENS.find((screen) => screen.name === name)!;

const opens = (button: RegExp, title: string) => async (page: Page) => {
  await press(page, button);
  await page.getByRole('dialog', { name: title }).waitFor();
};

async function accept(page: Page): Promise<void> {
  await showPortrait(page);
  await press(page, /^Accept/);
  await page.getByRole('heading', { name: /^Accept ./ }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
}

async function rejectAfterLook(page: Page): Promise<void> {
  await showPortrait(page);
  await reject(page);
}

async function find(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill('applicant-11');
  await palette.getByRole('option', { name: /Elena/ }).first().waitFor();
}

/** Far above the others, so that lint has something to say. */
async function changePrice(page: Page): Promise<void> {
  await page.getByLabel('CPM of AppLovin (variant A) in US dollars', { exact: true }).fill('55');
  await page.getByText(/^was \$/).waitFor();
}

async function preview(page: Page): Promise<void> {
  await changePrice(page);
  await press(page, /^Preview and save/);
  const dialog = page.getByRole('dialog', { name: 'What will change' });
  await dialog.locator('.finding-line').first().scrollIntoViewIfNeeded();
}

/** The mapping that a new line gets, and the fields of a new one. */
async function mapLine(page: Page): Promise<void> {
  await press(page, /^Add line/);
  const dialog = page.getByRole('dialog', { name: 'Add a line' });
  await dialog.getByLabel('Ad source').selectOption({ label: 'ironSource Ads' });
  const mapping = dialog.getByRole('group', { name: 'Mapping of each ad unit' });
  await mapping.getByRole('combobox').selectOption({ label: 'New mapping …' });
  await mapping.getByRole('textbox').last().scrollIntoViewIfNeeded();
}

/** What a person has opened on a screen. */
export const MOMENTS: readonly Screen[] = [
  {
    name: 'sign-in',
    console: 'operators',
    path: '/',
    shows: 'Password',
    isSignedOut: true,
    act: async (page) => page.getByLabel('Email').fill('grace@example.com'),
  },
  { ...on('today'), name: 'palette', act: find },
  { ...on('proofing'), name: 'proofing-portrait', act: showPortrait },
  { ...on('proofing'), name: 'accept', act: accept },
  { ...on('proofing'), name: 'reject', act: rejectAfterLook },
  { ...on('holder'), name: 'more', act: async (page) => moreOf(page).click() },
  {
    name: 'erase',
    console: 'operators',
    path: '/holders/applicant-02',
    shows: 'Issue code',
    act: async (page) => {
      await chooseRare(page, 'Erase');
      await page.getByRole('dialog', { name: /^Erase / }).waitFor();
    },
  },
  { ...on('users'), name: 'invite', act: opens(/^Invite/, 'Invite a person') },
  { ...on('keys'), name: 'rotate', act: opens(/^Rotate a key/, 'Rotate a key') },
  { ...on('group'), name: 'add-line', act: opens(/^Add line/, 'Add a line') },
  { ...on('group'), name: 'line-mapping', act: mapLine },
  { ...on('group'), name: 'price-in-experiment', act: changePrice },
  { ...on('group'), name: 'preview', act: preview },
];
