import { describe, expect, it } from 'vitest';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { explanation } from '../../../src/cli/commands/explain.ts';
import { diptych, to } from '../../support/cli.ts';
import { dump, execute } from '../../support/database.ts';
import { proofedPhone } from '../../support/devices.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

const NOTE = 'Rang back: Vergissmeinnicht';
const TEXT = 'The passport is of Erika Immergrün';
const EVIDENCE = 'passport of Erika Immergrün, which ended in March and has another photo';
const detail = {
  evidenceMismatch: { evidenceType: EVIDENCE },
  rejectionDescription: TEXT,
};

async function rejected() {
  const phone = await proofedPhone(world());
  const id = phone.ids.proofingId;
  await world().admin('rejectProofing', { id, detail, note: NOTE });
  return { ...phone, id };
}

const lastEvent = async (subjectId: string) =>
  (await world().admin('listEvents', { subjectId, orderBy: 'time desc', pageSize: 1 })).events[0];

async function seal() {
  world().advance(SEALED_AFTER + 1);
  await world().server.context.sealLog();
}

const problem = async () => {
  const { out } = await diptych('events', 'verify', '--json', ...to(world()));
  return JSON.parse(out).problem?.text;
};

describe('The reason, the message to the wallet and the note of a decision', () => {
  it('all three are in the audit log, in the proofing and in its review', async () => {
    const { id } = await rejected();
    const shown = {
      reason: 'evidenceMismatch',
      message: { rejected: { primaryRejection: detail } },
      note: NOTE,
    };
    expect(await lastEvent(id)).toMatchObject(shown);
    const { decision } = await world().admin('getProofing', { id });
    expect(decision).toMatchObject({ event: 'reject', actor: 'operator', ...shown });
    const { proofing } = await world().admin('getProofingReview', { id });
    expect(proofing.decision).toEqual(decision);
  });

  it('commands show them in words', async () => {
    const { id } = await rejected();
    const { out } = await diptych('proofings', 'show', id, ...to(world()));
    const words = ['Evidence does not match the record', EVIDENCE, TEXT, NOTE];
    for (const text of words) expect(out).toContain(text);
    expect(out).not.toContain('evidenceMismatch');
    const explained = await explanation(await world().admin('getRequest', { id }));
    for (const text of words) expect(explained.toLowerCase()).toContain(text.toLowerCase());
    const list = await diptych('events', 'list', '--wide', '--subject-id', id, ...to(world()));
    for (const text of words) expect(list.out).toContain(text);
    const sentences = await diptych('events', 'list', '--subject-id', id, ...to(world()));
    const message = `“${TEXT}”; which evidence: ${EVIDENCE}`;
    const said = `evidence does not match the record – ${message} – ${NOTE}`;
    expect(sentences.out).toContain(said);
    const state = await diptych('proofings', 'list', '--state', 'rejected', '--wide', ...to(world()));
    expect(state.out).toContain('rejected: Evidence does not match the record');
  });

  it('a challenge keeps them when the proofing goes on', async () => {
    const { proofingId: id } = (await proofedPhone(world())).ids;
    const challenge = { physicalLocationVisit: {}, challengeDescription: TEXT };
    await world().admin('challengeProofing', { id, detail: challenge, note: NOTE });
    const { decision } = await world().admin('getProofing', { id });
    expect(decision).toMatchObject({ reason: 'physicalLocationVisit', message: { challenged: challenge } });
    await world().admin('resumeProofing', { id });
    expect((await world().admin('getProofing', { id })).decision?.event).toBe('resume');
    const { events } = await world().admin('listEvents', { subjectId: id });
    expect(events.find(({ event }) => event === 'challenge')).toMatchObject({
      reason: 'physicalLocationVisit',
      message: { challenged: challenge },
      note: NOTE,
    });
  });

  it('a proofing that nobody has decided yet has no decision', async () => {
    const { proofingId: id } = (await proofedPhone(world())).ids;
    expect((await world().admin('getProofing', { id })).decision).toBeUndefined();
  });

  it('the texts are stored encrypted, and erased with the holder; the reason stays, and the seals verify', async () => {
    const { id, holderId } = await rejected();
    const texts = ['Vergissmeinnicht', 'Immergrün'];
    const open = () => dump(world()).filter((row) => texts.some((text) => row.includes(text)));
    expect(open()).toEqual([]);
    await seal();
    await world().admin('eraseHolder', { id: holderId });
    const event = await lastEvent(id);
    expect(event?.reason).toBe('evidenceMismatch');
    expect([event?.message, event?.note]).toEqual([undefined, undefined]);
    await seal();
    expect(await problem()).toBeUndefined();
  });

  it('a proof has digests of both texts, or both texts if it was asked for them', async () => {
    const { id } = await rejected();
    await seal();
    const event = (await lastEvent(id))?.id ?? '';
    const { line } = await world().admin('proveEvent', { id: event });
    expect([line.note, line.message]).toEqual([undefined, undefined]);
    expect(JSON.stringify(line)).not.toContain('Immergrün');
    const whole = await world().admin('proveEvent', { id: event, note: 'text' });
    expect(whole.line.message).toEqual({ rejected: { primaryRejection: detail } });
  });
});

describe('A message that was changed or taken out after it was sealed', () => {
  const other = useWorld({ settings: { 'issuer.decisions': 'manual' } });

  it('verification reports a message that was taken out without an erasure', async () => {
    const { proofingId: id } = (await proofedPhone(other())).ids;
    await other().admin('rejectProofing', { id, detail });
    other().advance(SEALED_AFTER + 1);
    await other().server.context.sealLog();
    const { database } = other().server.context.folder;
    const verified = async () => {
      const { out } = await diptych('events', 'verify', '--json', ...to(other()));
      return JSON.parse(out).problem?.text;
    };
    expect(await verified()).toBeUndefined();
    execute(database, 'update state_change set message_sealed = null where message_sealed is not null');
    expect(await verified()).toBe('a note or message was taken out without an erasure in the audit log');
    execute(database, 'update state_change set message_digest = null where message_digest is not null');
    expect(await verified()).toContain('changed');
  });
});
