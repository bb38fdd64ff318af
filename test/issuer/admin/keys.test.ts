import { X509Certificate } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, bodyOf, registeredDevice, send } from '../../support/devices.ts';
import { offerKey } from '../../support/foreign-envelope.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal, expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
type Role = 'identity' | 'encryption';

async function stages(role: Role): Promise<Record<string, string>> {
  const { keys } = await world().admin('listKeys', {});
  return Object.fromEntries(keys.filter((key) => key.role === role).map(({ id, stage }) => [id, stage]));
}

const files = () =>
  readdirSync(world().server.context.folder.keys)
    .filter((name) => name.endsWith('.pem'))
    .toSorted();

/** Sweeps when every process must know which keys are retired, so that retired keys are destroyed. */
async function swept(): Promise<void> {
  world().advance(60_000);
  await world().server.context.keys.sweep();
}

const start = (role: Role) => world().admin('rotateKey', { role });
const finish = (role: Role) => world().admin('rotateKey', { role, finish: true });

describe('Keys of the issuer in the administration', () => {
  it('the first start creates one key of each role, each private key in its own file', async () => {
    const { keys } = await world().admin('listKeys', {});
    expect(keys.map(({ role, stage }) => `${role} ${stage}`).toSorted()).toEqual([
      'documentSigner active',
      'encryption active',
      'iaca active',
      'identity active',
    ]);
    expect(files()).toEqual(keys.map(({ id }) => `${id}.pem`).toSorted());
  });

  it('the list of keys has certificates that other libraries can read', async () => {
    const { keys } = await world().admin('listKeys', {});
    for (const { id, certificate, certificateSha256, notAfterTime } of keys) {
      const read = new X509Certificate(certificate);
      expect(read.serialNumber).toBe(id);
      expect(read.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(certificateSha256);
      expect(new Date(read.validTo).toISOString()).toBe(notAfterTime);
    }
    const [signer, iaca] = ['documentSigner', 'iaca'].map(
      (role) => new X509Certificate(keys.find((key) => key.role === role)?.certificate ?? ''),
    );
    expect(signer?.checkIssued(iaca as X509Certificate)).toBe(true);
    expect(signer?.verify((iaca as X509Certificate).publicKey)).toBe(true);
  });

  it('during a rotation there are two identity certificates, and the old key signs until it ends; afterwards there is one', async () => {
    const { device } = await activePhone(world());
    const [before] = Object.keys(await stages('identity'));
    await start('identity');
    expect(Object.values(await stages('identity')).toSorted()).toEqual(['active', 'next']);
    const signer = async () => {
      const offer = await offerKey(world(), device, 'k');
      const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
      const answer = await send(world(), 'provisionCredential', {
        ...body,
        deviceEncryptionKey: offer.deviceEncryptionKey,
      });
      await offer.open(answer.body.credential.encryptedData, 'Credential');
    };
    await signer();
    await finish('identity');
    await signer();
    const after = await stages('identity');
    expect(after[before as string]).toBe('retired');
    expect(Object.values(after).toSorted()).toEqual(['active', 'retired']);
    await swept();
    expect(files()).not.toContain(`${before}.pem`);
  });

  it('the old encryption key decrypts until the rotation ends; then it is an invalid payload encryption', async () => {
    const device = await registeredDevice(world());
    const sealed = await bodyOf(device, 'proofUser', async (copy) =>
      copy.proof(await codeFor(world(), await newHolder(world()))),
    );
    const [before] = Object.entries(await stages('encryption')).find(([, stage]) => stage === 'active') ?? [];
    await start('encryption');
    expect((await stages('encryption'))[before as string]).toBe('grace');
    expect((await send(world(), 'proofUser', sealed)).status).toBe(200);
    await finish('encryption');
    const late = { ...sealed, proofingId: 'late' };
    expectRefusal(
      await expectNothingWritten(world(), () => send(world(), 'proofUser', late)),
      'invalidPayloadEncryption',
    );
    await device.proof('honest again');
    await swept();
    expect(files()).not.toContain(`${before}.pem`);
  });

  it.each(['identity', 'encryption'] as const)(
    'starting a rotation that is running, or finishing one that is not, is refused: %s',
    async (role) => {
      await expectNothingWritten(world(), () =>
        adminRefusal(finish(role), 'FAILED_PRECONDITION', 'ROTATION_STATE'),
      );
      await start(role);
      const during = files();
      await expectNothingWritten(world(), () =>
        adminRefusal(start(role), 'FAILED_PRECONDITION', 'ROTATION_STATE'),
      );
      expect(files()).toEqual(during);
      await finish(role);
    },
  );

  it('of rotations that start together one succeeds, and the others leave no key behind', async () => {
    await swept();
    const before = files().length;
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => start('identity')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(files()).toHaveLength(before + 1);
    await Promise.allSettled(Array.from({ length: 8 }, () => finish('identity')));
    await swept();
    expect(files()).toHaveLength(before);
  });

  it.each([{ role: 'iaca' }, {}, { role: 'identity', finish: 'yes' }])(
    'the rotation request %j is refused',
    async (request) => {
      await adminRefusal(world().admin('rotateKey', request as { role: Role }), 'INVALID_ARGUMENT');
    },
  );
});
