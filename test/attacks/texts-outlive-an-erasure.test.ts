import { describe, expect, it } from 'vitest';
import { filesIn, filesWith, writings } from '../support/canaries.ts';
import { dump, execute, rows } from '../support/database.ts';
import { proofedPhone } from '../support/devices.ts';
import { useWorld } from '../support/use-world.ts';

// What an operator wrote about a person is read by somebody who gets the database: before the erasure, and after it.

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

/** Of each free text another one, so that the one that is left has a name. */
const TEXTS = {
  rejectionDescription: 'Zwitscheria lives elsewhere',
  invalidityReason: 'Zwitscheria lost the case',
  evidenceType: 'Zwitscheria sent a copy',
  challengeDescription: 'Zwitscheria must come in person',
  note: 'Zwitscheria rang back',
};
const REJECTED = {
  primaryRejection: {
    rejectionDescription: TEXTS.rejectionDescription,
    recordInvalid: { invalidityReason: TEXTS.invalidityReason },
  },
  additionalRejections: [{ evidenceMismatch: { evidenceType: TEXTS.evidenceType } }],
};
const CHALLENGED = { challengeDescription: TEXTS.challengeDescription, physicalLocationVisit: {} };

const FORMS = Object.entries(TEXTS).map(
  ([name, text]) => [name, writings(Buffer.from(text)).map((form) => Buffer.from(form))] as const,
);

/** The texts that a row or a file has. */
function left(): readonly string[] {
  const lines = dump(world()).join('\n');
  const { path } = world().server.context.folder;
  return FORMS.filter(
    ([, forms]) =>
      forms.some((form) => lines.includes(form.toString())) || filesWith(filesIn(path), forms).length > 0,
  ).map(([name]) => name);
}

const holderOf = (proofingId: string) =>
  String(rows(world(), 'select holder_id from proofing where proofing_id = ?', proofingId)[0]?.holder_id);

describe('Free texts about a person', () => {
  it('are in no row and no file, are sent to the wallet, and are gone after the erasure', async () => {
    const [rejected, challenged] = [await proofedPhone(world()), await proofedPhone(world())];
    const admin = world().admin;
    const [id, other] = [rejected.ids.proofingId, challenged.ids.proofingId];
    await admin('rejectProofing', { id, detail: REJECTED, note: TEXTS.note });
    await admin('challengeProofing', { id: other, detail: CHALLENGED });
    await world().server.context.requests.settled();
    expect(left()).toEqual([]);
    expect(await rejected.device.proofingStatus()).toMatchObject({ rejected: REJECTED });
    expect(await challenged.device.proofingStatus()).toEqual({ challenged: CHALLENGED });
    const { proofings } = await admin('listProofings', {});
    expect(proofings.find((one) => one.id === other)?.challenged).toEqual(CHALLENGED);

    for (const one of [id, other]) await admin('eraseHolder', { id: holderOf(one) });
    expect(left()).toEqual([]);
    const { rejected: reason } = await admin('getProofing', { id });
    expect(reason).toMatchObject({ primaryRejection: { recordInvalid: {} } });
    expect(JSON.stringify(reason)).not.toContain('Zwitscheria');
  });

  it('that an earlier version stored in clear are erased too', async () => {
    const { ids } = await proofedPhone(world());
    const id = ids.proofingId;
    await world().admin('rejectProofing', { id });
    const { database } = world().server.context.folder;
    const set = 'update proofing set detail = ?, texts_sealed = null where proofing_id = ?';
    execute(database, set, JSON.stringify(REJECTED), id);
    expect(left()).not.toEqual([]);
    await world().admin('eraseHolder', { id: holderOf(id) });
    expect(left()).toEqual([]);
  });

  it('are in no log and no request that is kept for explain', async () => {
    await world().server.context.requests.settled();
    const kept = [...world().log, ...dump(world()).filter((row) => row.startsWith('request'))].join('\n');
    expect(kept).not.toContain('Zwitscheria');
  });
});
