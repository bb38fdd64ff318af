import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { adminRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { authority } from './support/authority.ts';
import { activeKey, chainOf, derOf, keysOf, stagesOf } from './support/keys.ts';
import { PLACES, type Place } from './support/places.ts';

const DAY = 86_400_000;

let elsewhere: ReturnType<typeof authority>;
beforeAll(() => {
  elsewhere = authority();
});
afterAll(() => elsewhere.remove());

describe.each(PLACES)(
  'A document signer that an external root certifies, with keys in $kind',
  ({ kind, missing, make }) => {
    describe.skipIf(missing !== undefined)('Certification by an external root (I4, A3)', () => {
      let place: Place;
      let world: World;
      beforeAll(() => {
        place = make();
      }, HOOK_TIMEOUT);
      afterAll(() => place.remove());
      beforeEach(async () => {
        // OpenSSL makes certificates in real time, and a key signs only from the second day of its certificate.
        world = await startWorld({ settings: place.settings, startAt: Date.now() + DAY });
      }, HOOK_TIMEOUT);
      afterEach(() => world.close());

      const finish = () => world.admin('rotateKey', { role: 'documentSigner', finish: true });
      const files = async () =>
        (await world.admin('listKeys', {})).keys.filter(({ custody }) => custody).length;

      it('keys request makes a certificate request that OpenSSL can read, signed by the new key', async () => {
        const { certificationRequest } = await world.admin('requestKey', {});
        const read = elsewhere.read(certificationRequest);
        expect(read).toMatch(/verify OK/);
        expect(read).toMatch(/Subject: CN=Diptych Sandbox Document Signer,O=Diptych Sandbox,C=US/);
        expect(read).toMatch(/Key Usage: critical\s+Digital Signature/);
        expect(read).toMatch(/Extended Key Usage: critical\s+1\.0\.18013\.5\.1\.2/);
        expect(await stagesOf(world, 'documentSigner')).toEqual(['active']);
      });

      it('(I5) an imported key waits with its certificate until the rotation ends, and then signs under the new root', async () => {
        const { id, certificationRequest } = await world.admin('requestKey', {});
        const certificate = elsewhere.certify(certificationRequest);
        await world.admin('importKey', { certificate, issuer: elsewhere.root() });
        expect(await stagesOf(world, 'documentSigner')).toEqual(['active', 'next']);
        expect(await stagesOf(world, 'iaca')).toEqual(['active', 'grace']);
        await finish();
        const signer = await activeKey(world, 'documentSigner');
        expect([signer.id, signer.custody]).toEqual([id, kind]);
        const root = await activeKey(world, 'iaca');
        expect(root.custody).toBeUndefined();
        expect(new X509Certificate(root.certificate).raw).toEqual(new X509Certificate(elsewhere.root()).raw);
        const { device } = await activePhone(world, 1, { trustedRoots: [derOf(root.certificate)] });
        const chain = chainOf(device).map(({ der }) => Buffer.from(der));
        expect(chain).toEqual([new X509Certificate(certificate).raw]);
      });

      it('a certificate of a compromised root is refused, by name and with the root', async () => {
        const first = elsewhere.certify((await world.admin('requestKey', {})).certificationRequest);
        const issuer = elsewhere.root();
        await world.admin('importKey', { certificate: first, issuer });
        await finish();
        const root = await activeKey(world, 'iaca');
        const sinceTime = new Date(world.now()).toISOString();
        await world.admin('compromiseKey', { id: root.id, sinceTime });
        const certificate = elsewhere.certify((await world.admin('requestKey', {})).certificationRequest);
        await expectNothingWritten(world, async () => {
          for (const request of [{ certificate }, { certificate, issuer }])
            await adminRefusal(world.admin('importKey', request), 'INVALID_ARGUMENT', 'CERTIFICATE_INVALID');
        });
      });

      it('a second import may use a root that is already known', async () => {
        const first = elsewhere.certify((await world.admin('requestKey', {})).certificationRequest);
        await world.admin('importKey', { certificate: first, issuer: elsewhere.root() });
        await finish();
        const second = elsewhere.certify((await world.admin('requestKey', {})).certificationRequest);
        await world.admin('importKey', { certificate: second });
        await finish();
        expect(await keysOf(world, 'iaca')).toHaveLength(2);
        await adminRefusal(
          world.admin('rotateKey', { role: 'documentSigner' }),
          'FAILED_PRECONDITION',
          'ROTATION_STATE',
        );
      });

      it('a certificate that violates clauses is refused, and the error names each clause', async () => {
        const { certificationRequest } = await world.admin('requestKey', {});
        const certificate = elsewhere.certify(certificationRequest, { days: 500, extensions: 'wrong' });
        const { details } = await expectNothingWritten(world, () =>
          adminRefusal(
            world.admin('importKey', { certificate, issuer: elsewhere.root() }),
            'INVALID_ARGUMENT',
            'CERTIFICATE_INVALID',
          ),
        );
        const violations = details.flatMap(({ fieldViolations = [] }) => fieldViolations);
        expect(violations.map(({ description }) => description)).toEqual([
          'issuer alternative name is missing, critical, or neither email nor URI (ISO 18013-5 B.1.4)',
          'CRL distribution points are missing, critical, not URIs, or have reasons or an issuer (ISO 18013-5 B.1.4)',
          'validity is longer than 457 days or empty (ISO 18013-5 B.1.4)',
          'key usage is not critical with exactly digitalSignature (ISO 18013-5 B.1.4)',
          'extended key usage is not critical with exactly 1.0.18013.5.1.2 (ISO 18013-5 B.1.4)',
        ]);
      });

      it('a certificate is refused without its root or its key, and if it is malformed or already imported', async () => {
        const { certificationRequest } = await world.admin('requestKey', {});
        const certificate = elsewhere.certify(certificationRequest);
        const issuer = elsewhere.root();
        const stranger = elsewhere.signer().certificate;
        const before = await files();
        for (const given of [
          { certificate },
          { certificate: stranger, issuer },
          { certificate: 'no certificate', issuer },
          { certificate: `${certificate}${certificate}`, issuer },
          { certificate, issuer: certificate },
        ])
          await expectNothingWritten(world, () =>
            adminRefusal(world.admin('importKey', given), 'INVALID_ARGUMENT', 'CERTIFICATE_INVALID'),
          );
        expect(await files()).toBe(before);
        await world.admin('importKey', { certificate, issuer });
        await expectNothingWritten(world, () =>
          adminRefusal(world.admin('importKey', { certificate }), 'ALREADY_EXISTS', 'KEY_REGISTERED'),
        );
      });

      it('a certificate is refused if its country is not that of the issuer', async () => {
        const abroad = authority('/C=DE/CN=Abroad IACA');
        const { certificate, privateKey } = abroad.signer({ name: '/C=DE/CN=Abroad Signer' });
        const { message } = await adminRefusal(
          world.admin('importKey', { certificate, privateKey, issuer: abroad.root() }),
          'INVALID_ARGUMENT',
        );
        expect(message).toMatch(/what it says of the place is not issuer\.country/);
        abroad.remove();
      });

      it('a private key can be imported only if keys are stored in files', async () => {
        const { certificate, privateKey } = elsewhere.signer();
        const given = { certificate, privateKey, issuer: elsewhere.root() };
        if (kind === 'pkcs11') {
          await adminRefusal(
            world.admin('importKey', given),
            'FAILED_PRECONDITION',
            'KEYS_ARE_MADE_IN_THE_TOKEN',
          );
          return;
        }
        const other = elsewhere.signer();
        await adminRefusal(
          world.admin('importKey', { ...given, privateKey: other.privateKey }),
          'INVALID_ARGUMENT',
          'CERTIFICATE_INVALID',
        );
        await adminRefusal(
          world.admin('importKey', { ...given, privateKey: 'no key' }),
          'INVALID_ARGUMENT',
          'CERTIFICATE_INVALID',
        );
        await world.admin('importKey', given);
        await finish();
        await activePhone(world, 1, { trustedRoots: [derOf(elsewhere.root())] });
        expect(world.log.join('\n')).not.toContain('PRIVATE KEY');
      });
    });
  },
);

describe('A certificate that is not valid yet', () => {
  it("(I2) a key does not sign before the first whole day of its certificate's validity", async () => {
    const world = await startWorld({ startAt: Date.now() - 2 * DAY });
    const { certificate, privateKey } = elsewhere.signer();
    await world.admin('importKey', { certificate, privateKey, issuer: elsewhere.root() });
    const finish = () => world.admin('rotateKey', { role: 'documentSigner', finish: true });
    await expectNothingWritten(world, () => adminRefusal(finish(), 'FAILED_PRECONDITION', 'ROTATION_STATE'));
    await activePhone(world);
    world.advance(3 * DAY);
    await finish();
    await activePhone(world);
    await world.close();
  });
});
