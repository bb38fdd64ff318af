import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGuarded, METHOD_NAMES, methodNamed, sentRequest } from '../../src/admin/contract/index.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { filesIn, filesWith, writings } from '../support/canaries.ts';
import { dump, rows } from '../support/database.ts';
import { activePhone, proofedPhone } from '../support/devices.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import type { TestOperator } from '../support/operator.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

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
function left(of: World = world()): readonly string[] {
  const lines = dump(of).join('\n');
  const { path } = of.server.context.folder;
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

  it('are in no log and no request that is kept for explain', async () => {
    await world().server.context.requests.settled();
    const kept = [...world().log, ...dump(world()).filter((row) => row.startsWith('request'))].join('\n');
    expect(kept).not.toContain('Zwitscheria');
  });
});

/** The methods that can wait for a second person with a note about a person. */
const NOTED = METHOD_NAMES.filter(
  (name) => isGuarded(name) && 'note' in (sentRequest(name) as { properties: object }).properties,
) as readonly ('revokeHolder' | 'revokeCredential')[];

describe('Notes of requests that wait for a second person', () => {
  const guarded = useGuardedWorld(
    { 'admin.secondPerson': ['credentials'], 'admin.approvalHours': 1 },
    { ada: 'administrator', bob: 'administrator' },
  );
  let [ada, bob]: TestOperator[] = [];
  /** A server on the same database without approvals. */
  let open: World;
  beforeAll(async () => {
    [ada, bob] = ['ada', 'bob'].map(guarded.operator);
    open = await startWorld({ folder: guarded.world().folder });
  }, HOOK_TIMEOUT);
  afterAll(() => open.close());

  const note = TEXTS.note;

  /** Asks for approval, and returns its id. */
  async function asked(
    name: (typeof NOTED)[number],
    request: { id: string; note?: string },
  ): Promise<string> {
    const by = (ada as TestOperator).connection;
    const error = await callAdmin(by, name, request).catch((thrown: unknown) => thrown);
    if (error instanceof AwaitsApproval) return error.approval.id;
    throw error;
  }

  /** A person, and what the method names. */
  async function about(name: (typeof NOTED)[number]) {
    const { holderId, ids } = await activePhone(open);
    return { holderId, id: methodNamed(name).http[1].includes('/holders/') ? holderId : ids.credentialId };
  }

  it('there are such methods', () => expect(NOTED).toEqual(['revokeHolder', 'revokeCredential']));

  it.each(NOTED)(
    '%s: is in no row and no file, is shown, and is in the audit log once approved',
    async (name) => {
      const { id } = await about(name);
      const approval = await asked(name, { id, note });
      expect(left(guarded.world())).toEqual([]);
      expect((await open.admin('getApproval', { id: approval })).arguments).toEqual({ id, note });
      const { approvals } = await open.admin('listApprovals', { state: 'awaited' });
      expect(approvals.find((one) => one.id === approval)?.arguments).toEqual({ id, note });
      await callAdmin((bob as TestOperator).connection, 'approveApproval', { id: approval });
      const { events } = await open.admin('listEvents', { subjectId: id });
      expect(events.map((event) => event.note)).toContain(note);
      expect(left(guarded.world())).toEqual([]);
    },
  );

  it.each(NOTED)(
    '%s: an equal request is found again, one with another note or none is not',
    async (name) => {
      const { id } = await about(name);
      const first = await asked(name, { id, note });
      expect(await asked(name, { id, note })).toBe(first);
      const others = [await asked(name, { id, note: 'another' }), await asked(name, { id })];
      expect(new Set([first, ...others]).size).toBe(3);
    },
  );
});
