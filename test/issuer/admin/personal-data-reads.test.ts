import { beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { dump, execute, rows } from '../../support/database.ts';
import { proofedPhone, registeredDevice } from '../../support/devices.ts';
import { newOperator, type TestOperator } from '../../support/operator.ts';
import { codeFor, mdl } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const NAMESPACE = 'org.iso.18013.5.1';
let ada: TestOperator;
let viewer: TestOperator;

/** A holder with these elements instead of the usual ones. */
async function imported(id: string, elements: Record<string, unknown>): Promise<void> {
  await world().admin('importHolders', { holders: [{ id, elements: mdl(elements) }] });
}

const found = async (query: object) =>
  (await callAdmin(ada.connection, 'searchHolders', query)).holders.map(({ id }) => id);
const entries = async (filter: object) => (await callAdmin(ada.connection, 'listEvents', filter)).events;

beforeAll(async () => {
  ada = await newOperator(world(), 'operator', 'ada');
  viewer = await newOperator(world(), 'viewer');
  const person = { family_name: 'Müller-Groß', given_name: 'Ada Maria', birth_date: '1990-01-31' };
  await imported('h-1', { ...person, document_number: 'D-123 456' });
  await imported('h-2', { ...person, given_name: 'Bo', document_number: 'D-999' });
}, HOOK_TIMEOUT);

describe('The record of a holder', () => {
  it('operators can view a record, and each view has an entry in the audit log', async () => {
    const { namespaces } = await callAdmin(ada.connection, 'getHolderRecord', { id: 'h-1' });
    const elements = namespaces.find(({ name }) => name === NAMESPACE)?.elements ?? [];
    const element = (name: string) => elements.find(({ identifier }) => identifier === name);
    expect(element('family_name')).toEqual({ identifier: 'family_name', kind: 'text', value: 'Müller-Groß' });
    expect(element('birth_date')).toMatchObject({ kind: 'date', value: '1990-01-31' });
    expect(element('portrait')).toMatchObject({ kind: 'image', value: { mediaType: 'image/jpeg' } });
    expect(await entries({ subjectId: 'h-1', event: 'view' })).toMatchObject([{ operatorId: ada.id }]);
  });

  it('viewers cannot view a record, and their attempt has no entry in the audit log', async () => {
    const { connection } = viewer;
    for (const name of ['getHolderRecord', 'getHolderPortrait'] as const)
      await adminRefusal(
        callAdmin(connection, name, { id: 'h-2' }),
        'PERMISSION_DENIED',
        'ROLE_INSUFFICIENT',
      );
    expect(await entries({ subjectId: 'h-2', event: 'view' })).toEqual([]);
  });
});

it('the portrait of a holder is sent unchanged, with headers that forbid caching and active content', async () => {
  const path = `${world().connection.url}/admin/v1/holders/h-1/portrait`;
  const answer = await fetch(path, { headers: { authorization: `Bearer ${ada.connection.token}` } });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
  const sent = Buffer.from(await answer.arrayBuffer());
  expect(sent.toString('base64')).toBe(mdl()[NAMESPACE]?.portrait);
  expect(await entries({ subjectId: 'h-1', event: 'viewPortrait' })).toHaveLength(1);
});

describe('The record before its last change', () => {
  it('a record that never changed has no earlier one', async () => {
    const { earlier } = await callAdmin(ada.connection, 'getHolderRecord', { id: 'h-2' });
    expect(earlier).toBeUndefined();
    await adminRefusal(
      callAdmin(ada.connection, 'getHolderPortrait', { id: 'h-2', record: 'earlier' }),
      'NOT_FOUND',
      'PORTRAIT_NOT_FOUND',
    );
  });

  it('is shown with the elements that differ, and so is its portrait; each look has an entry', async () => {
    const other = String(mdl()[NAMESPACE]?.portrait);
    const changed = Buffer.from(other, 'base64');
    // The comment of a JPEG says nothing about the picture.
    const commented = Buffer.concat([
      changed.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0x00, 0x04, 0x61, 0x62]),
      changed.subarray(2),
    ]);
    await imported('h-3', { given_name: 'Before', document_number: 'D-3' });
    await imported('h-3', {
      given_name: 'After',
      document_number: 'D-3',
      portrait: commented.toString('base64'),
    });
    const { earlier } = await callAdmin(ada.connection, 'getHolderRecord', { id: 'h-3' });
    expect(earlier).toMatchObject({
      recordVersion: 1,
      changedElements: [`${NAMESPACE}/given_name`, `${NAMESPACE}/portrait`],
    });
    const names = earlier?.namespaces.flatMap(({ elements }) => elements) ?? [];
    expect(names.find(({ identifier }) => identifier === 'given_name')?.value).toBe('Before');
    const portraitOf = async (record: 'now' | 'earlier') =>
      (await callAdmin(ada.connection, 'getHolderPortrait', { id: 'h-3', record })).content;
    expect(await portraitOf('earlier')).toBe(other);
    expect(await portraitOf('now')).toBe(commented.toString('base64'));
    const looks = await entries({ subjectId: 'h-3', event: 'viewPortrait' });
    expect(looks.map(({ details }) => details)).toEqual([{ after: { record: 'earlier' } }, undefined]);
  });

  it('is encrypted, and erased with the holder', async () => {
    await imported('h-4', { given_name: 'Immergrün', document_number: 'D-4' });
    await imported('h-4', { given_name: 'Efeu', document_number: 'D-4' });
    const stored = () => rows(world(), 'select * from earlier_record where holder_id = ?', 'h-4');
    expect(dump(world()).filter((row) => row.includes('Immergrün'))).toEqual([]);
    expect(stored()).toHaveLength(1);
    await world().admin('eraseHolder', { id: 'h-4' });
    expect(stored()).toEqual([]);
  });
});

describe('Search for holders', () => {
  it.each([
    ['the number of the document', { documentNumber: 'D-123 456' }, ['h-1']],
    ['the number in another spelling', { documentNumber: 'd123456' }, ['h-1']],
    ['a part of the number, which finds nobody', { documentNumber: 'D-123' }, []],
    ['name and date of birth', { familyName: 'Müller-Groß', birthDate: '1990-01-31' }, ['h-1', 'h-2']],
    ['a name without diacritics', { familyName: 'MULLER GROSS', birthDate: '1990-01-31' }, ['h-1', 'h-2']],
    [
      'the first given name',
      { familyName: 'müller-groß', givenName: 'ada', birthDate: '1990-01-31' },
      ['h-1'],
    ],
    ['another date of birth, which finds nobody', { familyName: 'Müller-Groß', birthDate: '1990-01-30' }, []],
  ])('a holder is searched by %s', async (_, query, ids) => {
    expect(await found(query)).toEqual(ids);
  });

  it('a search uses the current data of a holder, and does not find an erased holder', async () => {
    await imported('h-3', { document_number: 'OLD-1' });
    await imported('h-3', { document_number: 'NEW-1' });
    expect([await found({ documentNumber: 'OLD-1' }), await found({ documentNumber: 'NEW-1' })]).toEqual([
      [],
      ['h-3'],
    ]);
    await world().admin('eraseHolder', { id: 'h-3' });
    const { database } = world().server.context;
    const rows = database.reader.selectFrom('holder_search').selectAll().where('holder_id', '=', 'h-3');
    expect(await rows.execute()).toEqual([]);
  });

  it('a search finds holders stored by an earlier version once a sweep has indexed them', async () => {
    const { folder } = world().server.context;
    execute(folder.database, "delete from holder_search where holder_id = 'h-2'");
    execute(folder.database, "update holder set searched_version = null where holder_id = 'h-2'");
    const query = { documentNumber: 'D-999' };
    const before = await callAdmin(ada.connection, 'searchHolders', query);
    expect([before.holders, before.isComplete]).toEqual([[], false]);
    expect((await world().sweep()).indexed).toBe(1);
    const after = await callAdmin(ada.connection, 'searchHolders', query);
    expect([after.holders.map(({ id }) => id), after.isComplete]).toEqual([['h-2'], true]);
  });

  it('the audit log records who searched and the number of hits, and the search text is nowhere', async () => {
    await found({ familyName: 'Zzyzx-Canary', birthDate: '1977-07-07' });
    const [last] = await entries({ subject: 'holderSearch', orderBy: 'time desc', pageSize: 1 });
    expect(last).toMatchObject({ operatorId: ada.id, event: 'run', details: { after: { hits: 0 } } });
    await world().server.context.requests.settled();
    const everything = JSON.stringify([world().log, last]);
    expect(everything).not.toMatch(/zzyzx|1977-07-07/i);
  });

  it('a search by both a document number and a name is refused', async () => {
    for (const query of [
      {},
      { familyName: 'A' },
      { documentNumber: 'A', familyName: 'B', birthDate: '1990-01-31' },
    ])
      await adminRefusal(
        callAdmin(ada.connection, 'searchHolders', query),
        'INVALID_ARGUMENT',
        'REQUEST_INVALID',
      );
  });
});

describe('The review of a proofing', () => {
  it('the review has evidence, holder, device, earlier proofings, and what prevents acceptance', async () => {
    const { ids, holderId } = await proofedPhone(world());
    const device = await registeredDevice(world());
    const id = await device.proof(await codeFor(world(), holderId));
    const review = await callAdmin(ada.connection, 'getProofingReview', { id });
    expect(review).toMatchObject({
      proofing: { id, state: 'pending' },
      holder: { id: holderId },
      device: { id: device.state.deviceReferenceId, state: 'registered' },
      evidence: { kind: 'preAuthorizationCode', code: { state: 'used', proofingId: id } },
      isAcceptable: true,
      findings: [],
      earlierProofings: [{ id: ids.proofingId }],
    });
    expect(review.codes).toHaveLength(2);
    await world().admin('revokeHolder', { id: holderId });
    const refused = await callAdmin(ada.connection, 'getProofingReview', { id });
    expect([refused.isAcceptable, refused.findings[0]?.reason]).toEqual([false, 'RECORD_INVALID']);
    expect((await callAdmin(ada.connection, 'getProofing', { id })).state).toBe('pending');
  });
});
