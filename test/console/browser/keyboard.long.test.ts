import { beforeEach, describe, expect, it } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { openedFor } from './support/opened-for.ts';
import { signOut } from './support/visit.ts';

const { stage, visit, page } = await openedFor('operators');

beforeEach(async () => {
  await page.goto(`${stage.urls.operators}/console/holders`);
  await page.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
});

const person = () => page.locator('.person-button');
const dialog = (name: string) => page.getByRole('dialog', { name });

async function openFromMenu(name: string): Promise<void> {
  await person().click();
  await page.getByRole('button', { name, exact: true }).click();
  await dialog(name).waitFor();
}

const focusIsIn = (name: string) =>
  expect.poll(() => dialog(name).evaluate((element) => element.contains(document.activeElement))).toBe(true);

describe('A dialog', () => {
  it.each(['Preferences', 'My sessions', 'Keyboard shortcuts'])(
    'a dialog takes the focus, keeps it, closes by Escape and gives the focus back: %s',
    async (name) => {
      await openFromMenu(name);
      await focusIsIn(name);
      for (let count = 0; count < 8; count += 1) {
        await page.keyboard.press('Tab');
        await focusIsIn(name);
      }
      await page.keyboard.press('Escape');
      await dialog(name).waitFor({ state: 'detached' });
      await expect.poll(() => person().evaluate((button) => button === document.activeElement)).toBe(true);
    },
  );

  it('a dialog that closes gives the focus back to the button that opened it', async () => {
    await page.goto(`${stage.urls.operators}/console/holders/applicant-02`);
    const opens = page.getByRole('button', { name: 'Issue code', exact: true });
    await opens.click();
    await focusIsIn('Issue a pre-authorization code');
    await page.keyboard.press('Escape');
    await dialog('Issue a pre-authorization code').waitFor({ state: 'detached' });
    await expect.poll(() => opens.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('The dialog that issues a code', () => {
  it('shows the offer for a wallet by OpenID4VCI, and the transaction code beside it', async () => {
    await page.goto(`${stage.urls.operators}/console/holders/applicant-02`);
    await page.getByRole('button', { name: 'Issue code', exact: true }).click();
    const asked = dialog('Issue a pre-authorization code');
    await asked.getByLabel(/must also type six digits/).focus();
    await page.keyboard.press('Space');
    await asked.getByRole('button', { name: 'Issue code' }).focus();
    await page.keyboard.press('Enter');
    const issued = dialog('The code');
    await issued.getByRole('img', { name: 'QR code of the offer, for wallets by OpenID4VCI' }).waitFor();
    expect(await issued.getByText('Transaction code').isVisible()).toBe(true);
    expect(await issued.getByText(/^\d{6}$/).count()).toBe(1);
    expect(await issued.getByRole('button', { name: 'Offer' }).isVisible()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await issued.waitFor({ state: 'detached' });
  });
});

describe('Shortcuts', () => {
  const help = 'Keyboard shortcuts';

  it('the key ? lists the global shortcuts and those of the page', async () => {
    await page.goto(`${stage.urls.operators}/console/reviews`);
    await page.getByRole('button', { name: /^Open next/ }).waitFor();
    await page.keyboard.press('?');
    const list = dialog(help);
    await list.waitFor();
    for (const text of ['Today', 'Open next', 'Show keyboard shortcuts'])
      await list.getByText(text, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  it('shortcuts do nothing while a person types or a dialog is open', async () => {
    const field = page.locator('main').getByRole('textbox').first();
    await field.focus();
    await page.keyboard.type('gr?');
    expect(await field.inputValue()).toBe('gr?');
    await openFromMenu('Preferences');
    await page.keyboard.type('gr?');
    await page.keyboard.press('Escape');
    await dialog('Preferences').waitFor({ state: 'detached' });
    expect(await dialog(help).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/console/holders');
  });

  it('shortcuts of single letters stay switched off, even after a reload', async () => {
    const toggle = async () => {
      await openFromMenu('Preferences');
      await page.getByLabel('Use single-letter shortcuts').click();
      await page.keyboard.press('Escape');
      await dialog('Preferences').waitFor({ state: 'detached' });
    };
    await toggle();
    await page.reload();
    await page.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
    await page.keyboard.type('?gr');
    // If the menu has answered, a page that was slow to react to the keys has reacted too.
    await toggle();
    expect(await dialog(help).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/console/holders');
    await page.locator('main').focus();
    await page.keyboard.type('gr');
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor();
    expect(visit.faults).toEqual([]);
  });
});

describe('The preferences of a browser', () => {
  it('outlast a sign-out, which clears all else that the page stored', async () => {
    const own = await stage.signedIn('operators');
    const stored = () => own.page.evaluate(() => JSON.stringify({ ...localStorage }));
    await own.page.evaluate(() => {
      localStorage.setItem('diptych.preferences', JSON.stringify({ scheme: 'dark' }));
      localStorage.setItem('other', 'of the page');
    });
    await own.page.reload();
    await own.page.locator('#content').waitFor();
    await signOut(own.page);
    await own.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    const kept = JSON.parse(await stored());
    expect(Object.keys(kept)).toEqual(['diptych.preferences']);
    expect(JSON.parse(kept['diptych.preferences'])).toMatchObject({ scheme: 'dark' });
    await own.context.close();
  });
});

describe('A screen that a link opens', () => {
  it('a screen that a link opens gets the focus at its content, and its title appears in the tab', async () => {
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await expect.poll(() => page.title()).toBe('Devices – Diptych');
  });

  it('the first press of Tab offers to skip the navigation', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Holders', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

describe('A screen reader announces', () => {
  it('a screen reader announces the result of an action, in a region that already existed', async () => {
    const region = page.locator('.said');
    expect(await region.getAttribute('role')).toBe('status');
    const before = await region.elementHandle();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect.poll(() => before?.textContent()).toMatch(/exported|CSV/i);
  });

  it('a screen reader announces that a sign-in failed', async () => {
    const stranger = await stage.visit('operators');
    await stranger.page.getByLabel('Email').fill('nobody@example.com');
    await stranger.page.getByLabel('Password').fill('not the password');
    await stranger.page.getByRole('button', { name: 'Sign in' }).click();
    await stranger.page
      .getByRole('alert')
      .getByText(/password/)
      .waitFor();
    await stranger.context.close();
  });

  it('a screen reader announces all problems of a form: the focus moves to the list, which links to the fields', async () => {
    const member = await stage.signedIn('mediation');
    await member.page.getByRole('link', { name: 'Main menu, Android' }).click();
    const cpm = member.page.getByLabel('CPM of AppLovin in US dollars');
    await cpm.fill('much');
    await member.page.keyboard.press('Control+s');
    const summary = member.page.getByRole('alert').filter({ hasText: 'AppLovin' });
    await summary.waitFor();
    await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
    await member.page.keyboard.press('Tab');
    await member.page.keyboard.press('Enter');
    await expect.poll(() => cpm.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await cpm.getAttribute('aria-invalid')).toBe('true');
    expect(member.faults).toEqual([]);
    await member.context.close();
  });
});

describe('A secret', () => {
  it('the secret of a client is shown once, and can be copied', async () => {
    await page.keyboard.type('gi');
    await page.getByRole('button', { name: 'New client' }).focus();
    await page.keyboard.press('Enter');
    await focusIsIn('New client');
    await page.keyboard.type('Planner');
    await page.keyboard.press('Tab');
    await page.keyboard.type('App');
    await dialog('New client').getByRole('button', { name: 'Create' }).focus();
    await page.keyboard.press('Enter');
    await focusIsIn('The client is ready');
    const copy = dialog('The client is ready')
      .getByRole('button', { name: /^Copy / })
      .last();
    await copy.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[\w-]{36,}$/);
    const secret = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Planner' }).click();
    await page.getByRole('button', { name: 'Reset secret' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(visit.faults).toEqual([]);
  });
});
