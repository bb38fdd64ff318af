import { describe, expect, it } from 'vitest';
import { encode } from '../../../src/formats/cbor/index.ts';
import { decodeCoseSign1, sigStructure } from '../../../src/formats/cose/index.ts';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, bodyOf, proofedPhone, provisionedPhone } from '../../support/devices.ts';
import { expectRefusal, refusalOf } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const DAY = 86_400_000;

describe('Ruling 44: a repeated member in a JSON body', () => {
  it.each(OPERATION_NAMES)('a repeated member is an invalidFieldValue: %s', async (operation) => {
    const metadata = '"requestMetadata":{"requestId":"r","version":{"major":1},"issuerId":"Sandbox_US_MDL"}';
    for (const repeated of ['"unknown":1,"unknown":1', '"unknown":[{"a":1,"b":{},"\\u0061":1}]']) {
      const answer = await world().post(`/v1/vdc/${operation}`, `{${metadata},${repeated}}`);
      expect(expectRefusal(answer, 'invalidFieldValue', 400)).not.toContain('unknown');
    }
  });

  it('a repeated member is refused and nothing is written, even if the rest of the request is right', async () => {
    const { device } = await proofedPhone(world());
    const body = JSON.stringify(await bodyOf(device, 'provisionCredential', (copy) => copy.provision()));
    const member = /"proofingId":"[^"]+"/.exec(body)![0];
    for (const again of [member, member.replace('proofingId', 'proofing\\u0049d')]) {
      const twice = body.replace(member, `${member},${again}`);
      const answer = await expectNothingWritten(world(), () =>
        world().post('/v1/vdc/provisionCredential', twice),
      );
      expectRefusal(answer, 'invalidFieldValue', 400);
    }
    expect((await world().post('/v1/vdc/provisionCredential', body)).status).toBe(200);
  });
});

describe('Ruling 46: a ProofOfProvisioning with another algorithm in its protected header', () => {
  it.each([
    ['ES384', -35],
    ['EdDSA', -8],
    ['HS256', 5],
    ['none at all', undefined],
  ])(
    'a proof with another algorithm is an invalidPayloadSignature, even if the signature is right: %s',
    async (_, algorithm) => {
      for (const encrypt of [true, false]) {
        const { device } = await provisionedPhone(world(), { encrypt });
        const protectedBytes =
          algorithm === undefined ? new Uint8Array(0) : encode(new Map([[1, algorithm]]));
        const hostile = device.hostile({
          async plaintext(plaintext, { state }, kind) {
            if (kind !== 'proofOfProvisioning') return plaintext;
            const payload = decodeCoseSign1(plaintext).payload!;
            const signature = await state.identity!.key.sign(sigStructure(protectedBytes, payload));
            return encode([protectedBytes, new Map(), payload, signature]);
          },
        });
        await expectNothingWritten(world(), () =>
          refusalOf(hostile.provisionMsos(1), 'invalidPayloadSignature'),
        );
        await device.provisionMsos(1);
      }
    },
  );
});

describe('Ruling 47: an authentication key certificate that ends before the shortest MSO could', () => {
  it('a certificate that ends before the shortest MSO is an invalidFieldValue; one that ends with it is certified', async () => {
    const { device } = await activePhone(world());
    const midnight = Math.floor(world().now() / DAY + 1) * DAY;
    const until = (notAfter: number) =>
      device.hostile({ authKey: (spec) => ({ ...spec, notAfter }) }).refresh(1);
    await expectNothingWritten(world(), () => refusalOf(until(midnight - 1000), 'invalidFieldValue'));
    expect(await until(midnight)).toBe(1);
  });
});
