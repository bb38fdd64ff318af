import { describe, expect, it } from 'vitest';
import { rows } from '../support/database.ts';
import { registeredDevice } from '../support/devices.ts';
import {
  found,
  json,
  type RecordSystem,
  type Respond,
  recordOf,
  refused,
  reset,
} from '../support/record-system.ts';
import { MDL_NAMESPACE } from '../support/records.ts';
import { adminRefusal, rejectedAutomatically } from '../support/refusal.ts';
import { startWorld, type World } from '../support/world.ts';
import { claiming, lookingUpIn, prove, useRecordSystem } from './support.ts';

let system: RecordSystem;
let world: World;

useRecordSystem((opened) => {
  ({ system, world } = opened);
});

let made = 0;
function newId(): string {
  made += 1;
  return `person-${made}`;
}

const count = (table: string) => Number(rows(world, `select count(*) as n from ${table}`)[0]?.n);
const holder = (id: string) => rows(world, 'select * from holder where holder_id = ?', id)[0];
const MISMATCH = rejectedAutomatically({ evidenceMismatch: { evidenceType: 'preAuthorizationCode' } });
const invalid = (invalidityReason: string) => rejectedAutomatically({ recordInvalid: { invalidityReason } });

describe('Enrolment with a system of record', () => {
  it('a device that enrols with a code of the system of record gets a document', async () => {
    system.respond(claiming({ 'code-1': recordOf(newId(), { family_name: 'Sourced' }) }));
    const device = await registeredDevice(world);
    const proofingId = await device.proof('code-1');
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
    await device.provision();
    await device.provisionMsos(2);
    const { deviceReferenceId } = device.state;
    expect(system.calls.map(({ path, body }) => [path, body])).toEqual([
      [
        '/v1/records:lookupByCode',
        { code: 'code-1', claimId: proofingId, deviceReferenceId, requestId: expect.any(String) },
      ],
    ]);
  });

  it('the record is stored under the holder, and only a keyed digest of the code', async () => {
    expect(holder('person-1')).toMatchObject({ state: 'active', record_version: 1 });
    const [code, ...others] = rows(world, 'select * from pre_authorization_code');
    expect(others).toEqual([]);
    expect(code).toMatchObject({ holder_id: 'person-1', used_by: expect.any(String) });
    expect(JSON.stringify(code)).not.toContain('code-1');
  });

  it('a retried proofing does not call the system of record again', async () => {
    system.respond(claiming({ 'code-2': recordOf(newId()) }));
    const { again, status } = await prove(world, 'code-2');
    expect((await again()).status).toBe(200);
    expect(await status()).toEqual({ accepted: {} });
    expect(system.calls).toHaveLength(1);
  });

  it('an enrolment waits for an operator if decisions are manual', async () => {
    const other = await startWorld({ settings: { ...lookingUpIn(system), 'issuer.decisions': 'manual' } });
    system.respond(claiming({ 'code-3': recordOf(newId()) }));
    expect(await (await prove(other, 'code-3')).status()).toEqual({ pending: {} });
    await other.close();
  });
});

describe('A code of the system of record can be used for one proofing', () => {
  it('a code that the system of record reports as used is refused', async () => {
    system.respond(claiming({ 'code-4': recordOf(newId()) }));
    await prove(world, 'code-4');
    expect(await (await prove(world, 'code-4')).status()).toEqual(MISMATCH);
  });

  it('a used code is refused even if the system of record accepts it again', async () => {
    const record = recordOf(newId());
    system.respond(found(record));
    expect(await (await prove(world, 'code-5')).status()).toEqual({ accepted: {} });
    system.respond(found(recordOf(newId())));
    expect(await (await prove(world, 'code-5')).status()).toEqual(MISMATCH);
    expect(holder(`person-${made}`)).toBeUndefined();
  });

  it('a code is accepted once even if many devices send it at the same time', async () => {
    system.respond(found(recordOf(newId())));
    const all = await Promise.all(Array.from({ length: 5 }, () => prove(world, 'code-6')));
    const states = await Promise.all(all.map(async ({ status }) => JSON.stringify(await status())));
    expect(states.filter((state) => state === '{"accepted":{}}')).toHaveLength(1);
  });

  it('a retry is accepted after the answer to the claim was lost', async () => {
    const good = claiming({ 'code-7': recordOf(newId()) });
    const claimedAndLost: Respond = (response, call) => {
      good({ writeHead: () => ({ end() {} }) } as never, call);
      reset(response, call);
    };
    system.respond(good);
    system.respondOnce(claimedAndLost, claimedAndLost, claimedAndLost);
    const { answer, again, status } = await prove(world, 'code-7');
    expect(answer.status).toBe(500);
    expect((await again()).status).toBe(200);
    expect(await status()).toEqual({ accepted: {} });
  });
});

describe('A refusal of the system of record rejects the proofing', () => {
  it.each([
    [404, 'codeUnknown', MISMATCH],
    [410, 'codeUsed', MISMATCH],
    [410, 'codeExpired', MISMATCH],
    [404, 'recordMissing', rejectedAutomatically({ recordNotFound: {} })],
    [409, 'recordExpired', invalid('expired')],
    [409, 'recordRevoked', invalid('revoked')],
    [409, 'recordCanceled', invalid('canceled')],
    [409, 'recordSuspended', invalid('suspended')],
    [409, 'recordNotEntitled', invalid('not entitled')],
  ])('the refusal %i %s of the system of record rejects the proofing', async (status, error, rejected) => {
    system.respond(refused(status, error));
    const proved = await prove(world, `code ${error}`);
    expect(proved.answer.status).toBe(200);
    expect(await proved.status()).toEqual(rejected);
  });

  it('wrong codes are counted, and beyond the limit the system of record is not asked', async () => {
    const limited = await startWorld({
      settings: { ...lookingUpIn(system), 'issuer.codes.wrongPerDevice': 2 },
    });
    system.respond(refused(404, 'codeUnknown'));
    const device = await registeredDevice(limited);
    for (const code of ['wrong-1', 'wrong-2', 'wrong-3', 'wrong-4']) {
      await device.proof(code);
      expect(await device.proofingStatus()).toEqual(MISMATCH);
    }
    expect(system.calls).toHaveLength(2);
    await limited.close();
  });
});

describe('A record that cannot be issued rejects the proofing', () => {
  it.each<readonly [string, Record<string, unknown>]>([
    ['without a mandatory element', { portrait: undefined }],
    ['with a portrait that is no image', { portrait: Buffer.from('garbage').toString('base64') }],
    ['with a portrait that is no base64', { portrait: '<html>' }],
    ['with a day that does not exist', { birth_date: '1984-02-30' }],
    ['with an element of another type', { family_name: { text: 'x' } }],
    ['with an element that its type does not have', { shoe_size: 44 }],
    ['with a portrait that is too large', { portrait: Buffer.alloc(90_000, 1).toString('base64') }],
    ['of another country than the issuer’s', { issuing_country: 'FR' }],
  ])('a record that cannot be issued rejects the proofing: %s', async (_, replaced) => {
    const id = newId();
    system.respond(found(recordOf(id, replaced)));
    const { status } = await prove(world, `code of ${id}`);
    expect(await status()).toEqual(invalid('unusable'));
    expect(holder(id)).toBeUndefined();
  });

  it("a record of an unserved document type, or of another type than the holder's, is rejected", async () => {
    const id = newId();
    system.respond(found({ ...recordOf(id), documentType: 'org.example.unknown' }));
    expect(await (await prove(world, 'type-1')).status()).toEqual(invalid('unusable'));
    const names = { family_name: 'Mustermann', given_name: 'Erika', birth_date: '1984-02-29' };
    system.respond(found(recordOf(id)));
    expect(await (await prove(world, 'type-2')).status()).toEqual({ accepted: {} });
    const pid = {
      id,
      documentType: 'eu.europa.ec.eudi.pid.1',
      elements: { 'eu.europa.ec.eudi.pid.1': names },
    };
    system.respond(found(pid));
    expect(await (await prove(world, 'type-3')).status()).toEqual(invalid('unusable'));
    expect(holder(id)).toMatchObject({ document_type: 'org.iso.18013.5.1.mDL', record_version: 1 });
  });

  it('an expired record is rejected', async () => {
    system.respond(found(recordOf(newId(), { issue_date: '2015-01-15', expiry_date: '2025-01-14' })));
    const { status } = await prove(world, 'code of an expired one');
    expect(JSON.stringify(await status())).toMatch(/recordInvalid/);
  });

  it('the record of a holder who was revoked by this issuer is rejected', async () => {
    const id = newId();
    system.respond(found(recordOf(id)));
    await prove(world, 'before');
    await world.admin('revokeHolder', { id });
    expect(await (await prove(world, 'after')).status()).toEqual(invalid('revoked'));
  });

  it('a reverification with the record of another holder is rejected', async () => {
    system.respond(claiming({ own: recordOf(newId()), others: recordOf(newId()) }));
    const device = await registeredDevice(world);
    await device.proof('own');
    await device.provision();
    await device.provisionMsos(1);
    await device.proof('others', { reverify: true });
    expect(await device.proofingStatus()).toEqual(MISMATCH);
  });
});

describe('The wallet is asked to retry if the system of record gives no usable answer', () => {
  it.each<readonly [string, Respond]>([
    ['cut connections', reset],
    ['503', json(503, {})],
    ['a page with status 200', (response) => void response.end('<html>')],
    ['an answer that is out of date', found({ ...recordOf('stale'), validUntil: '2020-01-01T00:00:00Z' })],
  ])('the wallet gets 500 after %s, and nothing is written', async (name, respond) => {
    system.respond(respond);
    const before = ['proofing', 'holder', 'pre_authorization_code', 'state_change'].map(count);
    const { answer, again, status } = await prove(world, `code after ${name}`);
    expect(answer.status).toBe(500);
    expect(Object.keys(answer.body).sort()).toEqual([
      'errorDescription',
      'issuerErrorIdentifier',
      'responseMetadata',
    ]);
    const explained = await world.admin('getRequest', { id: answer.body.issuerErrorIdentifier });
    expect(JSON.stringify(explained)).toContain('"failedCheck":"recordSource"');
    const after = ['proofing', 'holder', 'pre_authorization_code'].map(count);
    expect(after).toEqual(before.slice(0, 3));
    system.respond(found(recordOf(newId())));
    expect((await again()).status).toBe(200);
    expect(await status()).toEqual({ accepted: {} });
  });
});

describe('refreshHolder', () => {
  it('refreshHolder stores changed data as a new version, and the device fetches it', async () => {
    const id = newId();
    system.respond(claiming({ refreshed: recordOf(id) }));
    const device = await registeredDevice(world);
    await device.proof('refreshed');
    await device.provision();
    await device.provisionMsos(1);
    expect(await world.admin('refreshHolder', { id })).toEqual({
      id,
      result: 'unchanged',
      supersededCredentials: 0,
      changedElements: [],
    });
    expect((await device.status()).credentialStatus).toHaveProperty('active');
    system.respond(claiming({ refreshed: recordOf(id, { family_name: 'Changed' }) }));
    expect(await world.admin('refreshHolder', { id })).toEqual({
      id,
      result: 'updated',
      supersededCredentials: 1,
      changedElements: [`${MDL_NAMESPACE}/family_name`],
    });
    expect((await device.status()).credentialStatus).toHaveProperty('provisionPending');
    await device.update(1);
    expect((await device.status()).credentialStatus).toHaveProperty('active');
  });

  it.each<readonly [string, Respond, string, string]>([
    [
      'is missing in the system of record',
      refused(404, 'recordMissing'),
      'FAILED_PRECONDITION',
      'RECORD_REFUSED',
    ],
    [
      'was revoked in the system of record',
      refused(409, 'recordRevoked'),
      'FAILED_PRECONDITION',
      'RECORD_REFUSED',
    ],
    ['belongs to another holder', found(recordOf('somebody else')), 'UNAVAILABLE', 'RECORDS_UNAVAILABLE'],
    ['cannot be fetched', reset, 'UNAVAILABLE', 'RECORDS_UNAVAILABLE'],
  ])('refreshHolder changes nothing when the record %s', async (_, respond, status, reason) => {
    const id = newId();
    system.respond(found(recordOf(id)));
    await prove(world, `code of ${id}`);
    const before = holder(id);
    system.respond(respond);
    await adminRefusal(world.admin('refreshHolder', { id }), status, reason);
    expect(holder(id)).toEqual(before);
  });

  it('refreshHolder names the problem of a record that cannot be issued', async () => {
    const id = newId();
    system.respond(found(recordOf(id)));
    await prove(world, `code of ${id}`);
    system.respond(found(recordOf(id, { birth_date: 'yesterday', family_name: '' })));
    const refusal = await adminRefusal(world.admin('refreshHolder', { id }), 'FAILED_PRECONDITION');
    const named = refusal.details.flatMap((detail) => detail.fieldViolations ?? []).map(({ field }) => field);
    expect(named).toContain(`elements/${MDL_NAMESPACE}/birth_date`);
    expect(named).toContain(`elements/${MDL_NAMESPACE}/family_name`);
  });

  it('refreshHolder creates no holders', async () => {
    system.respond(found(recordOf('unknown here')));
    await adminRefusal(world.admin('refreshHolder', { id: 'unknown here' }), 'NOT_FOUND');
    expect(system.calls).toEqual([]);
  });

  it('refreshHolder and issueCode are exclusive: with a system of record only refreshHolder works, without it only issueCode', async () => {
    const table = await startWorld();
    await adminRefusal(
      table.admin('refreshHolder', { id: 'any' }),
      'FAILED_PRECONDITION',
      'RECORDS_IN_TABLE',
    );
    await table.close();
    await adminRefusal(
      world.admin('issueCode', { holderId: 'person-1' }),
      'FAILED_PRECONDITION',
      'CODES_ISSUED_ELSEWHERE',
    );
  });
});
