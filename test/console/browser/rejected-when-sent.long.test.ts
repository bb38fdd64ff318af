import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../../support/chromium.ts';
import { proofedPhone, provisionedPhone, registeredDevice } from '../../support/devices.ts';
import { useGuardedWorld } from '../../support/guarded-world.ts';
import { changeHolder, codeFor, newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { WITH_CONSOLES } from '../../support/world.ts';
import { PASSWORD } from '../support/people.ts';
import { axeFindings } from './support/axe.ts';
import { openVisit, signIn, type Visit } from './support/visit.ts';

const { world, operator } = useGuardedWorld(WITH_CONSOLES, { ada: 'administrator' });

/** The person whose record is revoked, and the person on whose phone the code is sent. */
const REVOKED = { given_name: 'Rosa', family_name: 'Rot' };
const OTHER = { given_name: 'Max', family_name: 'Muster' };

let browser: Browser;
let visit: Visit;
let holderId: string;
/** Sent on a phone that has sent nothing else. */
let proofing: string;
let stranger: string;
/** Sent on the phone of the other person. */
let onOther: string;

beforeAll(async () => {
  browser = await startChromium();
  holderId = await newHolder(world(), REVOKED);
  const codes = [await codeFor(world(), holderId), await codeFor(world(), holderId)] as const;
  await world().admin('revokeHolder', { id: holderId });
  const device = await registeredDevice(world());
  stranger = device.state.deviceReferenceId;
  proofing = await device.proof(codes[0]);
  const phone = await provisionedPhone(world());
  await changeHolder(world(), phone.holderId, OTHER);
  onOther = await phone.device.proof(codes[1]);
  const address = `${world().server.adminUrl}/console/holders/${holderId}`;
  visit = await openVisit(browser, address, { now: world().now() });
  await signIn(visit.page, { email: operator('ada').email, password: PASSWORD });
}, HOOK_TIMEOUT);
afterAll(() => browser?.close());

async function at(path: string): Promise<Page> {
  await visit.page.goto(`${world().server.adminUrl}/console/${path}`);
  return visit.page;
}

/** A link to the phone that has sent nothing else. */
const deviceLink = () => `a[href$="/devices/${stranger}"]`;
const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('A device on which there is no credential yet', () => {
  it('is in the tab of credentials and devices, by the name of the person', async () => {
    const { ids, holderId: waiting } = await proofedPhone(world());
    const page = await at(`holders/${waiting}?tab=credentials`);
    await page.getByText('The holder has no credential.').waitFor();
    await page.getByRole('heading', { name: 'Devices without a credential' }).waitFor();
    const link = page.locator(`a[href$="/devices/${ids.deviceReferenceId}"]`);
    expect(await link.textContent()).toMatch(/’s device$/);
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('A proofing that was rejected when it was sent, because the record of the person is revoked', () => {
  it('is in the timeline of the person, with the reason in words', async () => {
    const page = await at(`holders/${holderId}`);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const words = 'The wallet sent Rosa Rot’s proofing, which was rejected: the record is revoked';
    await page.getByText(words).first().waitFor();
    expect(await page.getByText(words).count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is in the list of the proofings of the person, and its device is not called the device of the person', async () => {
    const page = await at(`holders/${holderId}?tab=proofings`);
    await page.getByRole('cell', { name: 'rejected' }).first().waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await page.locator(deviceLink()).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Rosa Rot' }).waitFor();
    expect(await page.getByText('Rosa Rot’s device').count()).toBe(0);
  });

  it('has the name of the person in the list of reviews and on its page', async () => {
    const page = await at('reviews?state=rejected');
    await page.getByRole('link', { name: 'Rosa Rot', exact: true }).first().waitFor();
    expect(await page.getByText('no record found').count()).toBe(0);
    await at(`reviews/${proofing}`);
    await page.getByRole('heading', { level: 1, name: 'Rosa Rot' }).waitFor();
    await box(page, 'Device').locator(deviceLink()).waitFor();
    const earlier = page.getByRole('table', { name: 'Earlier proofings' });
    await earlier.getByRole('link', { name: 'Rosa Rot’s proofing' }).waitFor();
    expect(await page.getByText('Rosa Rot’s device').count()).toBe(0);
  });

  it('on the phone of another person: device, credential and earlier proofings are called by that person', async () => {
    const page = await at(`reviews/${onOther}`);
    await page.getByRole('heading', { level: 1, name: 'Rosa Rot' }).waitFor();
    await box(page, 'Device').getByRole('link', { name: 'Max Muster’s device' }).waitFor();
    const earlier = page.getByRole('table', { name: 'Earlier proofings' });
    await earlier.getByRole('link', { name: 'Max Muster’s proofing' }).waitFor();
    await earlier.getByRole('link', { name: 'Max Muster’s device' }).waitFor();
    await earlier.getByRole('link', { name: 'Rosa Rot’s proofing' }).waitFor();
    expect(await page.getByText(/Rosa Rot’s (device|licence)/).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('the search finds the proofings of the person, and no device', async () => {
    const page = await at('reviews?state=rejected');
    await page.getByRole('link', { name: 'Rosa Rot', exact: true }).first().waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('combobox').fill('Rosa Rot');
    await palette
      .getByRole('option', { name: /^Rosa Rot’s proofing/ })
      .first()
      .waitFor();
    expect(await palette.getByRole('option', { name: /^Rosa Rot’s device/ }).count()).toBe(0);
    expect(visit.faults).toEqual([]);
  });
});
