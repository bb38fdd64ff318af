import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { explanation } from '../../../src/cli/commands/explain.ts';
import { OPERATION_NAMES, operationPath } from '../../../src/issuer/contract/index.ts';
import { attemptFault, bringTo, FAULTS } from '../../../src/wallet/index.ts';
import { diptych, to } from '../../support/cli.ts';
import { rows } from '../../support/database.ts';
import {
  activePhone,
  newDevice,
  proofedPhone,
  provisionedPhone,
  registeredDevice,
} from '../../support/devices.ts';
import { newOperator } from '../../support/operator.ts';
import { overtaken } from '../../support/overtake.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });
const explain = (id: string) => world().admin('getRequest', { id });

/** The person whose device, proofing or credential it is. */
const OWNER = { holderId: expect.any(String), documentType: MDL };

describe('diptych explain: a request for an unknown address', () => {
  it.each(
    OPERATION_NAMES.flatMap((name) => [
      ['POST', `${operationPath(name)}/nothing`, 404] as const,
      ['GET', operationPath(name), 405] as const,
    ]),
  )('explain finds it by the X-Request-Id of its answer: %s %s', async (method, path, status) => {
    const answer = await fetch(`${world().url}${path}`, { method });
    const { requests } = await explain(answer.headers.get('x-request-id') ?? '');
    expect([answer.status, requests]).toMatchObject([status, [{ interface: 'issuer', failedCheck: 'http' }]]);
  });
});

describe('diptych explain: a request that was answered', () => {
  it('explain shows an answered request by its requestId: its fields without values, and its changes', async () => {
    const { ids } = await proofedPhone(world());
    const credentialId = 'credential-1';
    const { deviceReferenceId, proofingId } = ids;
    const members = { deviceReferenceId, proofingId, credentialId };
    const { status } = await world().operate('provisionCredential', members, { requestId: 'r-provision' });
    expect(status).toBe(200);
    const { requests, events } = await explain('r-provision');
    expect(requests).toEqual([
      {
        requestId: 'r-provision',
        interface: 'issuer',
        operation: 'provisionCredential',
        time: expect.any(String),
        milliseconds: expect.any(Number),
        bodyBytes: expect.any(Number),
        members: expect.arrayContaining([
          'requestMetadata',
          'deviceReferenceId',
          'proofingId',
          'credentialId',
        ]),
        outcome: 'ok',
        named: [
          { subject: 'device', id: deviceReferenceId, before: 'registered', after: 'registered', ...OWNER },
          { subject: 'proofing', id: proofingId, before: 'accepted', after: 'accepted', ...OWNER },
          { subject: 'credential', id: credentialId, after: 'provisionPending', ...OWNER },
        ],
      },
    ]);
    expect(events).toEqual([
      expect.objectContaining({ subjectId: credentialId, to: 'provisionPending', actor: 'wallet' }),
    ]);
  });

  it('explain shows a device as unregistered until it registers', async () => {
    const device = newDevice(world());
    const { deviceReferenceId: id } = device.state;
    const asked = async (requestId: string) => {
      world().advance(1000);
      await world().operate('getDeviceRegistrationNonce', { deviceReferenceId: id }, { requestId });
      return (await explain(requestId)).requests[0]?.named;
    };
    const subject = { subject: 'device', id };
    expect(await asked('r-new')).toEqual([{ ...subject, before: 'unregistered', after: 'unregistered' }]);
    for (const before of ['unregistered', 'registered']) {
      world().advance(1000);
      await device.register();
      const { events } = await world().admin('listEvents', { subjectId: id, pageSize: 100 });
      const { requestId = '' } = events.at(-1) ?? {};
      const [request] = (await explain(requestId)).requests;
      expect([request?.operation, request?.named]).toEqual([
        'registerDevice',
        [{ ...subject, before, after: 'registered' }],
      ]);
    }
    expect(await asked('r-known')).toEqual([{ ...subject, before: 'registered', after: 'registered' }]);
  });

  it('explain shows all requests with the same id, oldest first', async () => {
    const requestId = 'used twice';
    await world().operate('getIdentityKey', {}, { requestId });
    await world().operate('getProofingStatus', { deviceReferenceId: 'd', proofingId: 'p' }, { requestId });
    const { requests } = await explain(requestId);
    expect(requests.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['getIdentityKey', 'ok'],
      ['getProofingStatus', 'invalidIdentifier'],
    ]);
  });

  it('explain answers NOT_FOUND for an unknown requestId', async () => {
    await adminRefusal(explain('never sent'), 'NOT_FOUND', 'REQUEST_NOT_FOUND');
  });
});

/** The check that refuses a body. */
const BODIES = [
  ['version', 'invalidApiVersion', {}, { version: { major: 9, minor: 0 } }],
  ['issuer', 'forbidden', {}, { issuerId: 'another' }],
  ['fields', 'missingRequiredField', {}, {}],
  ['fields', 'invalidFieldValue', { deviceReferenceId: 5, proofingId: 'p' }, {}],
  ['identifiers', 'invalidIdentifier', { deviceReferenceId: 'd', proofingId: 'p' }, {}],
] as const;

describe('diptych explain: a request that was refused', () => {
  it.each(BODIES)(
    'explain names the check that refused a request: the check of the %s, with %s',
    async (check, reason, members, metadata) => {
      const { body } = await world().operate('getProofingStatus', members, metadata);
      const { requests, events } = await explain(body.issuerErrorIdentifier);
      expect(requests).toEqual([
        expect.objectContaining({
          requestId: body.responseMetadata.requestId,
          outcome: reason,
          failedCheck: check,
          description: body.errorDescription,
          errorId: body.issuerErrorIdentifier,
          named: [],
        }),
      ]);
      expect(events).toEqual([]);
    },
  );

  it('explain shows a malformed HTTP request by its size, without its content', async () => {
    const { body } = await world().post('/v1/vdc/getIdentityKey', '{"requestMetadata": {');
    const { requests } = await explain(body.issuerErrorIdentifier);
    expect(requests[0]).toMatchObject({ failedCheck: 'http', bodyBytes: 21, members: [], requestId: '' });
  });

  it('explain names the state that caused a refusal', async () => {
    const { device, ids } = await provisionedPhone(world());
    await world().admin('revokeCredential', { id: ids.credentialId });
    world().advance(1000);
    const outcome = await device.provisionMsos(1).catch((error: unknown) => error);
    const { requests } = await explain((outcome as { issuerErrorIdentifier: string }).issuerErrorIdentifier);
    expect(requests[0]).toMatchObject({
      failedCheck: 'state',
      condition: 'the credential is active, or comes with its proof of provisioning',
      outcome: 'invalidState',
      named: expect.arrayContaining([
        { subject: 'credential', id: ids.credentialId, before: 'revoked', after: 'revoked', ...OWNER },
      ]),
    });
  });
});

describe('diptych explain: what to do about a refusal', () => {
  it.each([
    ['untrusted-root', 'add it to issuer.attestation.roots'],
    ['reused-nonce', 'Get a new registration nonce'],
  ])('says what to do about the fault %s, also on the command line', async (named, remedy) => {
    const fault = FAULTS.find(({ name }) => name === named)!;
    const device = newDevice(world());
    await bringTo(device, fault.from, async () => codeFor(world(), await newHolder(world())));
    const { refusal } = await attemptFault(device, fault);
    const text = await explanation(await explain(refusal!.issuerErrorIdentifier));
    expect(text).toContain('what to do: ');
    expect(text).toContain(remedy);
  });
});

describe('diptych explain: ids of other kinds', () => {
  it('explain shows for the id of a rejection its proofing, the reason and the request', async () => {
    const device = await registeredDevice(world());
    await device.proof('no good code');
    const status = JSON.stringify(await device.proofingStatus());
    const [, rejectionId = ''] = /"issuerRejectionIdentifier":"(\w+)"/.exec(status) ?? [];
    const proofingId = device.state.proofing?.proofingId as string;
    const { kind, subjects, requests, events } = await explain(rejectionId);
    expect([kind, subjects]).toEqual([
      'rejection',
      [{ subject: 'proofing', id: proofingId, state: 'rejected', rejectionCause: 'codeUnknown' }],
    ]);
    expect(requests.map(({ operation }) => operation)).toEqual(['proofUser']);
    expect(events).toEqual([expect.objectContaining({ subjectId: proofingId, to: 'rejected' })]);
  });

  it('explain shows a proofing, credential or device with everything that belongs to it', async () => {
    const { ids } = await activePhone(world());
    const { deviceReferenceId, proofingId, credentialId } = ids;
    await world().admin('revokeCredential', { id: credentialId });
    const proofing = { subject: 'proofing', id: proofingId, state: 'accepted' };
    const credential = { subject: 'credential', id: credentialId, state: 'revoked' };
    const device = { subject: 'device', id: deviceReferenceId, state: 'registered' };
    for (const [id, kind, subjects] of [
      [proofingId, 'proofing', [proofing, credential]],
      [credentialId, 'credential', [credential, proofing]],
      [deviceReferenceId, 'device', [device, proofing, credential]],
    ] as const) {
      const explained = await explain(id);
      expect([explained.kind, explained.subjects]).toEqual([kind, subjects]);
      expect(explained.events.at(-1)).toMatchObject({ subjectId: credentialId, to: 'revoked' });
      expect(explained.requests.map(({ operation }) => operation)).toContain('provisionCredential');
      expect(explained.requests.map(({ operation }) => operation)).toContain('revokeCredential');
      const text = await explanation(explained);
      expect(text).toContain(`This is the id of a ${kind}.`);
      expect(text).toContain(`credential ${credentialId}: revoked`);
    }
  });

  it('the command explains with names of people, as the list of the audit log does', async () => {
    const { ids } = await activePhone(world());
    await world().admin('revokeCredential', { id: ids.credentialId, reason: 'fraud' });
    const { out } = await diptych('explain', ids.credentialId, ...to(world()));
    expect(out).toContain('Someone with the admin token revoked Erika Mustermann’s licence: fraud');
    expect(out).toContain('  by someone with the admin token\n');
    expect(out).not.toContain('by operator');
  });

  it('explain prefers a request when an id is ambiguous, unless the kind is given', async () => {
    const { proofingId: id } = (await proofedPhone(world())).ids;
    await world().operate('getIdentityKey', {}, { requestId: id });
    expect((await explain(id)).kind).toBe('request');
    expect((await world().admin('getRequest', { id, kind: 'proofing' })).kind).toBe('proofing');
    const { body } = await world().operate('getProofingStatus', {});
    expect((await explain(body.issuerErrorIdentifier)).kind).toBe('error');
  });

  it('explain shows for the id of a holder what happened to the person and to all that the person has', async () => {
    const { ids } = await activePhone(world());
    const { holderId = '' } = await world().admin('getCredential', { id: ids.credentialId });
    const { kind, events } = await explain(holderId);
    expect([kind, events.map(({ subject }) => subject)]).toEqual([
      'holder',
      expect.arrayContaining(['holder', 'proofing', 'credential', 'device']),
    ]);
    expect((await diptych('explain', holderId, ...to(world()))).out).toContain('This is the id of a holder.');
  });

  it('explain says for an email where to look', async () => {
    const { message } = await adminRefusal(explain('ada@example.com'), 'NOT_FOUND', 'REQUEST_NOT_FOUND');
    expect(message).toContain('an email is no id; the list of users has the id of a user');
  });

  it('explain refuses an unknown id, and names the kinds of ids that it searched', async () => {
    const all = await adminRefusal(explain('nothing'), 'NOT_FOUND', 'REQUEST_NOT_FOUND');
    expect(all.message).toContain(
      'looked for as requestId, issuerErrorIdentifier, issuerRejectionIdentifier, proofingId, credentialId, deviceReferenceId, user, OAuth client, publisher, mediation group, holder',
    );
    const one = await diptych('explain', 'nothing', '--as', 'credential', ...to(world()));
    expect([one.exit, one.err]).toEqual([1, expect.stringContaining('looked for as credentialId;')]);
  });
});

describe('diptych explain: a request of an operator', () => {
  it('explain shows a request of an operator by the request id in the log', async () => {
    const { connection, id } = await newOperator(world(), 'approver', 'explained');
    const { ids } = await activePhone(world());
    await callAdmin(connection, 'revokeCredential', { id: ids.credentialId, reason: 'fraud' });
    const line = JSON.parse(world().log.at(-1) as string);
    expect(line).toMatchObject({ method: 'revokeCredential', operatorId: id, outcome: 'ok' });
    const { requests, events } = await explain(line.requestId);
    expect(requests).toEqual([expect.objectContaining({ operation: 'revokeCredential', operatorId: id })]);
    expect(events).toEqual([expect.objectContaining({ to: 'revoked', reason: 'fraud', operatorId: id })]);
  });

  it('explain shows a request that the operator was not allowed to make', async () => {
    const { connection, id } = await newOperator(world(), 'viewer', 'curious');
    await adminRefusal(callAdmin(connection, 'rotateKey', { role: 'identity' }), 'PERMISSION_DENIED');
    const { requestId } = JSON.parse(world().log.at(-1) as string);
    const [request] = (await explain(requestId)).requests;
    expect(request).toMatchObject({ operation: 'rotateKey', outcome: 'ROLE_INSUFFICIENT', operatorId: id });
  });
});

describe('The log of requests', () => {
  it('the log of requests stores no unknown ids and no member names outside the contract (U13)', async () => {
    const value = 'Zwitscheria Kanarienvogel';
    await world().operate('getProofingStatus', {
      deviceReferenceId: value,
      proofingId: value,
      [value]: value,
    });
    await world().server.context.requests.settled();
    const kept = rows(world(), 'select * from handled_request');
    expect(kept).not.toEqual([]);
    expect(JSON.stringify(kept)).not.toContain(value);
  });

  it('the log of requests is deleted after retention.requestDays, and the audit log stays', async () => {
    const { ids } = await proofedPhone(world());
    await world().operate('getIdentityKey', {}, { requestId: 'old' });
    expect((await explain('old')).requests).toHaveLength(1);
    world().advance(31 * 86_400_000);
    expect((await world().server.context.purge()).requests).toBeGreaterThan(0);
    await adminRefusal(explain('old'), 'NOT_FOUND');
    const { events } = await world().admin('listEvents', { subjectId: ids.proofingId });
    expect(events.length).toBeGreaterThan(0);
  });

  it('if a proofing is decided while explain reads it, explain shows the state after its last change', async () => {
    const { ids } = await proofedPhone(world());
    const [{ subjects, events }] = await overtaken(
      world(),
      (statement) => statement === 'proofing',
      () => explain(ids.proofingId),
      () => world().admin('revokeProofing', { id: ids.proofingId }),
    );
    const own = events.filter(({ subjectId }) => subjectId === ids.proofingId);
    expect(subjects[0]?.state).toBe(own.at(-1)?.to);
  });

  it('the queue of the request log is limited, and requests that do not fit are counted', async () => {
    const { record, lost, settled } = world().server.context.requests;
    const request = { interface: 'issuer', operation: 'x', at: 0, microseconds: 0, bodyBytes: 0 } as const;
    for (let index = 0; index < 10_050; index += 1)
      record({ ...request, requestId: 'many', members: [], outcome: 'ok', ids: {} });
    expect(lost()).toBeGreaterThanOrEqual(50);
    await settled();
    expect(rows(world(), `select count(*) as kept from handled_request where request_id = 'many'`)).toEqual([
      { kept: expect.any(Number) },
    ]);
    const metrics = await (await fetch(`${world().server.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/diptych_requests_not_kept_total [1-9]/);
  });
});
