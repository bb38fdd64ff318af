import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { atDesk } from '../../../src/demo/consoles/people.ts';
import { axeFindings } from './support/axe.ts';
import { openedFor } from './support/opened-for.ts';
import { palette } from './support/palette.ts';
import { LICENSED } from './support/story.ts';

const { id: HOLDER, name: NAME } = LICENSED;

const { stage, visit } = await openedFor('operators');

describe('Explain', () => {
  it('has refused requests in words, whose links are in view in a window of 1280 pixels', async () => {
    const { operator } = stage.server;
    await callAdmin(operator, 'acceptProofing', { id: 'unknown' }).catch(() => undefined);
    const { page, faults } = visit;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${stage.urls.operators}/console/explain`);
    const row = page.getByRole('row').filter({ hasText: 'Accept a pending or challenged proofing' }).first();
    await row.getByRole('cell', { name: /^\w+ not found$/ }).waitFor();
    const box = await row.getByRole('link', { name: 'Explain', exact: true }).boundingBox();
    expect(box && box.x + box.width).toBeLessThan(1280);
    expect(await page.locator('.table-frame').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('has a line for each member of a refused request that is wrong', async () => {
    const { page } = visit;
    const { url, token } = stage.server.operator;
    const { headers } = await fetch(`${url}/admin/v1/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'eva@example.com', role: 'emperor' }),
    });
    await page.goto(`${stage.urls.operators}/console/explain?id=${headers.get('x-request-id')}`);
    const finding = page.locator('.facts > div').filter({ hasText: 'Finding' });
    await finding.getByText('The request does not fit the method.').waitFor();
    expect(await finding.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('password, publishers'),
      expect.stringMatching(/^role must be one of viewer, /),
    ]);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('links the id of a person to the page of the person and to the audit log', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/explain`);
    await page.getByLabel('Person or id').fill(HOLDER);
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('Read as the id of: person.').waitFor();
    await page.getByRole('main').getByRole('link', { name: NAME }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'All of it in the audit log' }).click();
    await page.waitForURL(`**/audit-log?*holderId=${HOLDER}*`);
  });

  it.each([
    ['an email', 'bo@example.com', 'Users'],
    ['a name', NAME, 'People'],
    ['a name in one word', 'Grace', 'Users'],
  ])(
    'searches everything for %s, which is no id, and does not put it into an address',
    async (_, text, group) => {
      const { page } = visit;
      const urls: string[] = [];
      page.on('request', (request) => urls.push(request.url()));
      await page.goto(`${stage.urls.operators}/console/explain`);
      await page.getByLabel('Person or id').fill(text);
      await page.getByRole('button', { name: 'Explain' }).click();
      await palette(page).getByRole('group', { name: group, exact: true }).waitFor();
      expect(await palette(page).getByRole('combobox').inputValue()).toBe(text);
      const [word = ''] = text.split(/[@ ]/);
      expect([...urls, page.url()].filter((url) => url.includes(`=${word}`))).toEqual([]);
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  it('an id that nothing is found with is searched everywhere by one button', async () => {
    const { page } = visit;
    await page.goto(`${stage.urls.operators}/console/explain?id=holder-1`);
    await page.getByRole('button', { name: 'Search “holder-1”' }).click();
    await palette(page).getByRole('group', { name: 'Holders', exact: true }).waitFor();
  });

  it('says beside the state of a rejected proofing why, and with which note', async () => {
    const { page } = visit;
    const { operator } = stage.server;
    const { proofings } = await callAdmin(operator, 'listProofings', { state: 'pending' });
    const id = proofings.at(-1)!.id;
    const text = 'The photo of the application shows a person on a poster at a bus stop';
    const detail = { primaryRejection: { evidenceMismatch: {}, rejectionDescription: text } };
    const note = `the photo is of a poster, which ${'a person on the phone explained, '.repeat(5)}so it ended`;
    const desk = await atDesk(stage.server, stage.users.operators);
    await desk('rejectProofing', { id, detail, note });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${stage.urls.operators}/console/explain?id=${id}&as=proofing`);
    const state = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Current state' }) });
    await state.getByText('Note: the photo is of a poster').waitFor();
    const row = page.locator('.log-row').filter({ hasText: 'rejected' });
    expect(await row.textContent()).toContain(`– “${text}” – the photo is of a poster`);
    await row.getByRole('button', { name: 'Details' }).click();
    const entry = page.getByRole('dialog', { name: 'Entry of the audit log' });
    await entry.getByText(note).waitFor();
    await entry.getByText(`support staff: ${text}`).waitFor();
    // In the log it is one line with the whole sentence: the message and the note share what is left, and their titles are whole.
    await page.goto(`${stage.urls.operators}/console/audit-log?subjectId=${id}`);
    expect((await row.boundingBox())?.height, 'one line').toBeLessThan(45);
    const parts = await row.locator('.log-text > span').evaluateAll((all) =>
      all.map((one) => ({
        text: one.textContent,
        title: one.getAttribute('title'),
        isCut: one.scrollWidth > one.clientWidth + 1,
      })),
    );
    const sentence = expect.stringMatching(/rejected .*: evidence does not match the record$/);
    expect(parts).toEqual([
      { text: sentence, title: parts[0]?.text, isCut: false },
      { text: ` – “${text}”`, title: `“${text}”`, isCut: true },
      { text: ` – ${note}`, title: note, isCut: true },
    ]);
  });
});
