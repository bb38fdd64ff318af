import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, proofedPhone, provisionedPhone, registeredDevice } from '../../support/devices.ts';
import { changeHolder, codeFor } from '../../support/records.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();

type Schema = { properties: Record<string, unknown>; required: readonly string[] };
const IDENTIFIERS = ['deviceReferenceId', 'proofingId', 'credentialId', 'credentialVersionId'];

/** Every identifier of every request. */
const MEMBERS = OPERATION_NAMES.flatMap((operation) => {
  const { required = [] } = OPERATIONS[operation].request as unknown as Schema;
  return required.filter((name) => IDENTIFIERS.includes(name)).map((name) => [operation, name] as const);
});

const GOOD = { deviceReferenceId: 'd', proofingId: 'p', credentialId: 'c', credentialVersionId: 'v' };

describe('Identifiers used across requests', () => {
  it.each(MEMBERS)('in %s an unset %s is a missing required field', async (operation, name) => {
    for (const value of [undefined, null, '']) {
      const request = { ...GOOD, [name]: value };
      const answer = await expectNothingWritten(world(), () => world().operate(operation, request));
      expect(expectRefusal(answer, 'missingRequiredField')).toBe(`unset: ${name}`);
    }
  });

  it.each(MEMBERS)('in %s the %s is an opaque string of bounded length', async (operation, name) => {
    for (const value of [
      5,
      true,
      ['x'],
      { id: 'x' },
      'x'.repeat(257),
      'line\nfeed',
      'nul\u0000',
      '\ud800',
      '\u007f',
    ]) {
      const request = { ...GOOD, [name]: value };
      const answer = await expectNothingWritten(world(), () => world().operate(operation, request));
      expect(expectRefusal(answer, 'invalidFieldValue')).toContain(name);
    }
  });

  it.each(MEMBERS.filter(([operation]) => operation !== 'getDeviceRegistrationNonce'))(
    'in %s an unknown %s is an invalid identifier, or an invalid state',
    async (operation) => {
      const chain = { deviceIdentityCertificateChain: ['AAAA'] };
      const request = { ...GOOD, deviceReferenceId: `never seen ${randomUUID()}`, ...chain };
      const answer = await expectNothingWritten(world(), () => world().operate(operation, request));
      expectRefusal(answer, 'invalidIdentifier', 404);
    },
  );

  it.each([
    'x',
    'x'.repeat(256),
    'ein Gerät',
    '🚗',
    "'; drop table device; --",
    '../../etc',
    '%00',
    'constructor',
    '__proto__',
  ])('all identifiers are opaque strings: %j', async (deviceReferenceId) => {
    const first = await world().operate('getDeviceRegistrationNonce', { deviceReferenceId });
    expect(first.status).toBe(200);
    expectRefusal(
      await world().operate('getProofingStatus', { deviceReferenceId, proofingId: 'p' }),
      'invalidState',
    );
  });

  it('identifiers that differ only in case or in Unicode normalization are different', async () => {
    await world().operate('getDeviceRegistrationNonce', { deviceReferenceId: 'Caf\u00e9' });
    for (const deviceReferenceId of ['caf\u00e9', 'Cafe\u0301']) {
      expectRefusal(
        await world().operate('cancelProofing', { deviceReferenceId, proofingId: 'p' }),
        'invalidIdentifier',
      );
    }
  });
});

describe('The identifier deviceReferenceId', () => {
  it('a deviceReferenceId corresponds to a device and its identity key', async () => {
    const one = await registeredDevice(world());
    const other = await registeredDevice(world());
    const stolen = one.hostile({
      request: (body) => ({ ...(body as object), deviceReferenceId: other.state.deviceReferenceId }),
    });
    await expect(stolen.proof('code')).rejects.toMatchObject({ reason: 'invalidPayloadSignature' });
  });

  it('a deviceReferenceId is not a device id: two credentials on one device have different ones', async () => {
    const phones = [await activePhone(world()), await activePhone(world())];
    const ids = phones.map(({ ids }) => ids.deviceReferenceId);
    expect(new Set(ids).size).toBe(2);
    for (const { device } of phones) expect((await device.status()).credentialStatus).toEqual({ active: {} });
  });

  it('a deviceReferenceId has at most one live credential', async () => {
    const { ids } = await activePhone(world());
    const answer = await world().operate('provisionCredential', { ...ids, credentialId: 'a second one' });
    expectRefusal(answer, 'invalidState');
  });

  it('a deviceReferenceId is supplied in all requests except the two key retrieval requests', () => {
    const without = OPERATION_NAMES.filter((operation) => {
      const { required = [] } = OPERATIONS[operation].request as unknown as Schema;
      return !required.includes('deviceReferenceId');
    });
    expect(without).toEqual([
      'healthCheck',
      'getIdentityKey',
      'getHybridEncryptionKey',
    ] satisfies OperationName[]);
  });
});

describe('The identifier proofingId', () => {
  it('a proofingId identifies a proofing with one bundle of evidence; another bundle under the same id is an invalid state', async () => {
    const { ids, holderId } = await proofedPhone(world());
    const unencryptedValue = Buffer.from(await codeFor(world(), holderId)).toString('base64');
    const evidence = [{ preAuthorizationCode: { unencryptedValue } }];
    const answer = await expectNothingWritten(world(), () =>
      world().operate('proofUser', { ...ids, evidence }),
    );
    expectRefusal(answer, 'invalidState');
  });

  it('a proofingId belongs to one device; from another device it is as unknown as one that does not exist', async () => {
    const { ids } = await proofedPhone(world());
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    for (const operation of [
      'proofUser',
      'getProofingStatus',
      'cancelProofing',
      'provisionCredential',
    ] as const) {
      const evidence = [{ preAuthorizationCode: { unencryptedValue: 'QUJD' } }];
      const request = { ...ids, deviceReferenceId, credentialId: 'new', evidence };
      const theirs = await expectNothingWritten(world(), () => world().operate(operation, request));
      const description = expectRefusal(theirs, 'invalidIdentifier');
      if (operation === 'proofUser') continue;
      const unknown = await world().operate(operation, { ...request, proofingId: randomUUID() });
      expect(expectRefusal(unknown, 'invalidIdentifier')).toBe(description);
    }
  });
});

describe('The identifier credentialId', () => {
  it('a credentialId belongs to one device; from another device it is as unknown as one that does not exist', async () => {
    const { ids, device } = await activePhone(world());
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    const credentialVersionId = device.state.credential?.versionId;
    for (const operation of [
      'getCredentialStatus',
      'notifyCredentialDeleted',
      'provisionMobileSecurityObjects',
    ] as const) {
      const request = { ...ids, deviceReferenceId, credentialVersionId };
      const theirs = await expectNothingWritten(world(), () => world().operate(operation, request));
      const unknown = await world().operate(operation, { ...request, credentialId: randomUUID() });
      expect(expectRefusal(unknown, 'invalidIdentifier')).toBe(expectRefusal(theirs, 'invalidIdentifier'));
    }
  });

  it('a device with an accepted proofing cannot take the credentialId of another device', async () => {
    const { ids } = await activePhone(world());
    const other = await proofedPhone(world());
    const request = { ...other.ids, credentialId: ids.credentialId };
    const answer = await expectNothingWritten(world(), () => world().operate('provisionCredential', request));
    expectRefusal(answer, 'invalidIdentifier');
  });
});

describe('The identifier credentialVersionId', () => {
  it('the credentialVersionId changes when a new version becomes available, for example when the user updates an address and the mdoc becomes stale', async () => {
    const { device, holderId } = await activePhone(world());
    const before = await device.status();
    await changeHolder(world(), holderId, { resident_address: '1 New Street' });
    const after = await device.status();
    expect(after.credentialVersionId).not.toBe(before.credentialVersionId);
  });

  it('the credentialVersionId does not change if an import changes no data', async () => {
    const { device, holderId } = await provisionedPhone(world());
    const before = await device.status();
    await changeHolder(world(), holderId, {});
    await device.provisionMsos(1);
    await device.refresh(1);
    await device.provision();
    expect((await device.status()).credentialVersionId).toBe(before.credentialVersionId);
  });
});
