import { describe, expect, it } from 'vitest';
import { registeredDevice } from '../../support/devices.ts';
import { granted } from '../../support/openid4vci.ts';
import { MDL, newHolder } from '../../support/records.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.wallets.documentTypes': [MDL] } });
const without = useWorld();

describe('The interface of the wallet platform', () => {
  it('refuses to register a phone under the id of another wallet', async () => {
    const { holderId } = await granted(world());
    const [credential] = (await world().admin('listCredentials', { holderId })).credentials;
    const { deviceReferenceId } = credential ?? {};
    expect(deviceReferenceId).toMatch(/^vci-/);
    expectRefusal(
      await world().operate('getDeviceRegistrationNonce', { deviceReferenceId }),
      'invalidIdentifier',
    );
  });

  it('rejects a code that has a transaction code, which stays open', async () => {
    const holderId = await newHolder(world());
    const { code } = await world().admin('issueCode', { holderId, txCode: true });
    const device = await registeredDevice(world());
    await device.proof(code);
    expect(await device.proofingStatus()).toHaveProperty('rejected');
    expect((await world().admin('listCodes', { holderId })).codes).toMatchObject([{ state: 'open' }]);
  });
});

describe('Without issuer.wallets', () => {
  it.each([
    ['GET', '/.well-known/openid-credential-issuer/vci'],
    ['POST', '/vci/token'],
    ['POST', '/vci/nonce'],
    ['POST', '/vci/credential'],
  ])('there is no %s %s', async (method, path) => {
    expect((await fetch(`${without().url}${path}`, { method })).status).toBe(404);
  });

  it('a code comes without an offer', async () => {
    const holderId = await newHolder(without());
    expect(await without().admin('issueCode', { holderId })).not.toHaveProperty('offer');
  });
});
