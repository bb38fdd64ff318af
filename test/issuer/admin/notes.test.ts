import { describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { explanation } from '../../../src/cli/commands/explain.ts';
import { diptych, to } from '../../support/cli.ts';
import { dump, execute, expectNothingWritten, rows } from '../../support/database.ts';
import { activePhone, proofedPhone, registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const NOTE = 'Rang back: Vergissmeinnicht, +41 44 668 18 00';

const verify = async () => {
  const { out } = await diptych('events', 'verify', '--json', ...to(world()));
  return JSON.parse(out).problem?.text;
};

async function seal() {
  world().advance(SEALED_AFTER + 1);
  await world().server.context.sealLog();
}

describe("An operator's note on a decision", () => {
  it('a note is shown by the audit log and by explain, and nowhere else', async () => {
    const { ids, device } = await proofedPhone(world());
    const before = world().log.length;
    await world().admin('rejectProofing', { id: ids.proofingId, note: NOTE });
    const { events } = await world().admin('listEvents', { subjectId: ids.proofingId });
    expect(events.map(({ note }) => note)).toEqual([undefined, NOTE]);
    const explained = await world().admin('getRequest', { id: events.at(-1)?.requestId ?? '' });
    expect(await explanation(explained)).toContain(`note: ${NOTE}`);
    const list = await diptych('events', 'list', '--wide', '--subject-id', ids.proofingId, ...to(world()));
    expect(list.out).toContain(NOTE);

    expect(JSON.stringify(await device.proofingStatus())).not.toContain('Vergissmeinnicht');
    expect(world().log.slice(before).join('\n')).not.toContain('Vergissmeinnicht');
    await world().server.context.requests.settled();
    expect(dump(world()).filter((row) => row.includes('Vergissmeinnicht'))).toEqual([]);
  });

  it.each([
    ['of two lines', 'one\ntwo'],
    ['with a terminal sequence', '\u001b[2J'],
    ['that turns the direction of the text round', 'a\u202eb'],
    ['that is empty', ''],
    ['of more than 500 characters', 'x'.repeat(501)],
  ])('%s as a note is refused, and nothing is written', async (_, note) => {
    const { proofingId: id } = (await proofedPhone(world())).ids;
    await expectNothingWritten(world(), () =>
      adminRefusal(world().admin('acceptProofing', { id, note }), 'INVALID_ARGUMENT', 'REQUEST_INVALID'),
    );
  });

  it('a changed or removed note of a sealed entry is detected', async () => {
    const { proofingId: id } = (await proofedPhone(world())).ids;
    await world().admin('acceptProofing', { id, note: NOTE });
    await seal();
    expect(await verify()).toBeUndefined();
    const { database } = world().server.context.folder;
    const [row] = rows(
      world(),
      'select * from state_change where note_sealed is not null and subject_id = ?',
      id,
    );
    const set = (bytes: Uint8Array) =>
      execute(database, 'update state_change set note_sealed = ? where change_id = ?', bytes, row?.change_id);
    const sealed = row?.note_sealed as Buffer;
    set(Buffer.concat([sealed.subarray(0, -1), Uint8Array.of((sealed.at(-1) ?? 0) ^ 1)]));
    expect(await verify()).toContain('changed');
    expect((await world().admin('listEvents', { subjectId: id })).events.at(-1)?.note).toBeUndefined();
    set(sealed);
    expect(await verify()).toBeUndefined();
  });

  it('a note is erased with its holder, before or after it was sealed, and the seals still verify', async () => {
    const phone = await proofedPhone(world());
    const { holderId } = phone;
    await world().admin('acceptProofing', { id: phone.ids.proofingId, note: NOTE });
    await phone.device.provision();
    const { ids } = phone;
    await codeFor(world(), holderId);
    const [open] = (await world().admin('listCodes', { holderId })).codes.filter(
      ({ state }) => state === 'open',
    );
    await world().admin('revokeCode', { id: open?.id ?? '', note: NOTE });
    await world().admin('revokeCredential', { id: ids.credentialId, note: NOTE });
    await seal();
    await world().admin('revokeHolder', { id: holderId, note: NOTE });
    const own = [ids.proofingId, ids.credentialId, open?.id ?? '', holderId];
    const notes = async (subjectId: string) =>
      (await world().admin('listEvents', { subjectId })).events.filter(({ note }) => note !== undefined);
    for (const id of own) expect(await notes(id)).toHaveLength(1);

    const { erasureId } = await world().admin('eraseHolder', { id: holderId });
    for (const id of [...own, erasureId]) expect(await notes(id)).toEqual([]);
    await seal();
    expect(await verify()).toBeUndefined();
  });
});

it('a note on a proofing that was rejected when it was sent is encrypted and erased; the message to the wallet is neither', async () => {
  const holderId = await newHolder(world());
  const code = await codeFor(world(), holderId);
  await world().admin('revokeHolder', { id: holderId });
  const subjectId = await (await registeredDevice(world())).proof(code);
  const listed = () => world().admin('listEvents', { subject: 'proofing', subjectId, event: 'create' });
  const message = (await listed()).events.at(0)?.message;
  expect(message?.rejected?.primaryRejection.rejectionDescription).toEqual(expect.any(String));
  const entry = { subject: 'proofing', subjectId, event: 'create', reason: 'recordRevoked' } as const;
  const why = { ...(message && { message }), note: NOTE, actor: { kind: 'wallet', requestId: 'r' } } as const;
  await world().server.context.store.write((writer) =>
    writer.record({ ...entry, ...why, at: world().now() }),
  );
  expect((await listed()).events.at(-1)).toMatchObject({ message, note: NOTE });
  expect(dump(world()).filter((row) => row.includes('Vergissmeinnicht'))).toEqual([]);
  await world().admin('eraseHolder', { id: holderId });
  expect((await listed()).events).toMatchObject([{ message }, { message }]);
  expect(JSON.stringify((await listed()).events)).not.toContain('Vergissmeinnicht');
});

describe('A note that was removed without erasing its holder', () => {
  const other = useWorld();

  it('verification reports a note that was removed without an erasure', async () => {
    const { credentialId: id } = (await activePhone(other())).ids;
    await other().admin('revokeCredential', { id, note: NOTE });
    other().advance(SEALED_AFTER + 1);
    await other().server.context.sealLog();
    const { database } = other().server.context.folder;
    execute(database, 'update state_change set note_sealed = null where note_sealed is not null');
    const { out, exit } = await diptych('events', 'verify', '--json', ...to(other()));
    expect([exit, JSON.parse(out).problem.text]).toEqual([
      1,
      'a note or message was taken out without an erasure in the audit log',
    ]);
  });
});
