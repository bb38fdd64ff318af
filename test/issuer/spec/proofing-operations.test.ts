import { describe, expect, it } from 'vitest';
import { dump, expectNothingWritten } from '../../support/database.ts';
import { activePhone, proofedPhone, registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const plain = (code: string) => [
  { preAuthorizationCode: { unencryptedValue: Buffer.from(code).toString('base64') } },
];

describe('Rule 1, HealthCheck', () => {
  it.each([
    'hello',
    '',
    ' ',
    'äöü 🚗',
    '"quoted" \\ \n\t',
    '\u0000',
    '\ud800',
    'x'.repeat(65_536),
    '__proto__',
  ])('HealthCheck: the server echoes clientMessage: %j', async (clientMessage) => {
    const { status, body } = await world().operate('healthCheck', { clientMessage });
    expect({ status, clientMessage: body.clientMessage }).toEqual({ status: 200, clientMessage });
  });

  it('HealthCheck exists to test connectivity: nothing is written', async () => {
    await expectNothingWritten(world(), () => world().operate('healthCheck', { clientMessage: 'x' }));
  });

  it.each([5, {}, ['x'], true])(
    'HealthCheck: clientMessage is a string; %j is refused',
    async (clientMessage) => {
      expectRefusal(await world().operate('healthCheck', { clientMessage }), 'invalidFieldValue');
    },
  );

  it('HealthCheck: the length of clientMessage is limited', async () => {
    expectRefusal(
      await world().operate('healthCheck', { clientMessage: 'x'.repeat(65_537) }),
      'invalidFieldValue',
    );
  });
});

describe('Rule 2, ProofUser', () => {
  it('ProofUser: the response acknowledges that the proofing is now being processed', async () => {
    const device = await registeredDevice(world());
    const { deviceReferenceId } = device.state;
    const evidence = plain(await codeFor(world(), await newHolder(world())));
    const { body } = await world().operate('proofUser', { deviceReferenceId, proofingId: 'mine', evidence });
    expect(Object.keys(body)).toEqual(['responseMetadata', 'proofingId']);
    expect(body.proofingId).toBe('mine');
  });

  it('ProofUser: reverificationContext.credentialId names the credential being reverified', async () => {
    const phone = await activePhone(world());
    await phone.device.proof(await codeFor(world(), phone.holderId), { reverify: true });
    expect(await phone.device.proofingStatus()).toEqual({ accepted: {} });
    const view = await world().admin('getProofing', { id: phone.ids.proofingId });
    expect(view.reverifiesCredentialId).toBe(phone.ids.credentialId);
  });

  it('ProofUser: a reverificationContext.credentialId that is unknown, or of another device, is an invalid identifier', async () => {
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    const { ids } = await activePhone(world());
    for (const credentialId of ['unknown', ids.credentialId]) {
      const request = {
        deviceReferenceId,
        proofingId: 'r',
        evidence: [],
        reverificationContext: { credentialId },
      };
      expectRefusal(
        await expectNothingWritten(world(), () => world().operate('proofUser', request)),
        'invalidIdentifier',
      );
    }
  });

  it('ProofUser: a revoked or deleted credential cannot be reverified', async () => {
    const revoked = await activePhone(world());
    await world().admin('revokeCredential', { id: revoked.ids.credentialId });
    const deleted = await activePhone(world());
    await world().operate('notifyCredentialDeleted', deleted.ids);
    for (const { ids } of [revoked, deleted]) {
      const { credentialId, deviceReferenceId } = ids;
      const request = {
        deviceReferenceId,
        proofingId: 'again',
        evidence: [],
        reverificationContext: { credentialId },
      };
      expectRefusal(
        await expectNothingWritten(world(), () => world().operate('proofUser', request)),
        'invalidState',
      );
    }
  });

  it.each([[{}], ['c'], [{ credentialId: '' }], [{ credentialId: 5 }]])(
    'ProofUser: the reverificationContext %j is refused, because it names no credential',
    async (reverificationContext) => {
      const { deviceReferenceId } = (await registeredDevice(world())).state;
      const request = { deviceReferenceId, proofingId: 'r', evidence: [], reverificationContext };
      const answer = await expectNothingWritten(world(), () => world().operate('proofUser', request));
      const unset =
        JSON.stringify(reverificationContext) === '{}' ||
        JSON.stringify(reverificationContext).includes('""');
      expectRefusal(answer, unset ? 'missingRequiredField' : 'invalidFieldValue');
    },
  );

  it('ProofUser: the same evidence under the same id is one proofing, whatever kinds of evidence the issuer chose', async () => {
    const device = await registeredDevice(world());
    const { deviceReferenceId } = device.state;
    const request = {
      deviceReferenceId,
      proofingId: 'once',
      evidence: plain(await codeFor(world(), await newHolder(world()))),
    };
    await world().operate('proofUser', request);
    const again = await expectNothingWritten(world(), () => world().operate('proofUser', request));
    expect(again.status).toBe(200);
    const other = { ...request, evidence: plain('another') };
    expectRefusal(
      await expectNothingWritten(world(), () => world().operate('proofUser', other)),
      'invalidState',
    );
    const none = { ...request, evidence: [] };
    expectRefusal(
      await expectNothingWritten(world(), () => world().operate('proofUser', none)),
      'invalidState',
    );
  });

  it('ProofUser: a retry is recognized by its decrypted evidence, however it is encrypted', async () => {
    const { device, ids } = await proofedPhone(world());
    const code = await codeFor(world(), await newHolder(world()));
    await device.proof(code);
    const { proofingId } = ids;
    const resent = device.hostile({ request: (body) => ({ ...(body as object), proofingId }) });
    const before = dump(world());
    await expect(resent.proof(code)).rejects.toMatchObject({ reason: 'invalidState' });
    const same = device.hostile({
      request: (body) => ({ ...(body as object), proofingId: device.state.proofing?.proofingId }),
    });
    await same.proof(code);
    expect(dump(world())).toEqual(before);
  });
});

describe('Rule 3, CancelProofing', () => {
  it('CancelProofing: when the proofing is not in Pending, Challenged or Cancelled state, the response is an ErrorResponse with invalidState', async () => {
    const { ids } = await proofedPhone(world());
    const answer = await expectNothingWritten(world(), () => world().operate('cancelProofing', ids));
    expectRefusal(answer, 'invalidState');
  });

  it('CancelProofing: a proofing that does not exist cannot be canceled', async () => {
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    const request = { deviceReferenceId, proofingId: 'none' };
    const answer = await expectNothingWritten(world(), () => world().operate('cancelProofing', request));
    expectRefusal(answer, 'invalidIdentifier');
  });
});
