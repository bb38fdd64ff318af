import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCertificateProfile, parseCertificate } from '../../src/formats/x509/index.ts';
import { adminRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { authority } from './support/authority.ts';
import { activeKey, derOf, keysOf, retireKeys, stagesOf } from './support/keys.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const role = 'statusSigner';

describe('The signer of status lists', () => {
  let world: World;
  let elsewhere: ReturnType<typeof authority>;
  beforeAll(async () => {
    elsewhere = authority();
    world = await startWorld({ startAt: Date.now() + DAY });
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    elsewhere.remove();
    await world.close();
  });

  const finish = () => world.admin('rotateKey', { role, finish: true });
  const signer = async () => {
    const { keyring } = world.server.context.keys;
    return keyring.statusSigner((await keyring.documentSigner()).root);
  };
  /** The certificate whose key signs now, as plain bytes. */
  const signing = async () => new Uint8Array((await signer())?.certificates[0] ?? []);
  const request = async () => (await world.admin('requestKey', { role })).certificationRequest;

  it('a new server has none, because status lists are off', async () => {
    expect(await keysOf(world, role)).toEqual([]);
    expect(await signer()).toBeUndefined();
  });

  it('the first rotation makes one, under the root and with the profile of Table B.9 for 457 days', async () => {
    await world.admin('rotateKey', { role });
    await finish();
    const { certificate } = await activeKey(world, role);
    const root = parseCertificate(derOf((await activeKey(world, 'iaca')).certificate));
    const made = parseCertificate(derOf(certificate));
    expect(checkCertificateProfile(made, role, root)).toEqual([]);
    expect((made.notAfter + 1000 - made.notBefore) / DAY).toBe(457);
    expect(await signing()).toEqual(made.der);
  });

  it('a second rotation replaces it when it is finished', async () => {
    const { id } = await activeKey(world, role);
    await world.admin('rotateKey', { role });
    expect(await stagesOf(world, role)).toEqual(['active', 'next']);
    expect((await activeKey(world, role)).id).toBe(id);
    await finish();
    expect((await activeKey(world, role)).id).not.toBe(id);
    expect(await stagesOf(world, role)).toEqual(['active', 'retired']);
  });

  it('the replaced one is destroyed after a minute, because other processes may still use it', async () => {
    expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 0 });
    world.advance(MINUTE);
    expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 1 });
  });

  it('an external root gets a request without an extended key usage', async () => {
    const read = elsewhere.read(await request());
    expect(read).toMatch(/verify OK/);
    expect(read).toMatch(/Subject: CN=Diptych Sandbox Status Signer,/);
    expect(read).toMatch(/Key Usage: critical\s+Digital Signature/);
    expect(read).not.toMatch(/Extended Key Usage/);
    const { certificationRequests } = await world.admin('listKeys', {});
    expect(certificationRequests.map((one) => one.role)).toEqual([role]);
  });

  it('its certificate is imported only from the root of a document signer, and replaces none of another root', async () => {
    const certificate = elsewhere.certify(await request(), { extensions: role });
    const imported = () => world.admin('importKey', { role, certificate, issuer: elsewhere.root() });
    await adminRefusal(imported(), 'INVALID_ARGUMENT', 'CERTIFICATE_INVALID');

    const documentSigner = elsewhere.certify((await world.admin('requestKey', {})).certificationRequest);
    await world.admin('importKey', { certificate: documentSigner, issuer: elsewhere.root() });
    await imported();
    expect(await stagesOf(world, role)).toContain('next');
    const before = await signing();
    await finish();
    expect(await signing()).toEqual(before);
    await world.admin('rotateKey', { role: 'documentSigner', finish: true });
    expect(await signing()).toEqual(derOf(certificate));
  });

  it('the certificate of a document signer is refused', async () => {
    const certificate = elsewhere.certify(await request());
    await adminRefusal(
      world.admin('importKey', { role, certificate }),
      'INVALID_ARGUMENT',
      'CERTIFICATE_INVALID',
    );
  });
});
