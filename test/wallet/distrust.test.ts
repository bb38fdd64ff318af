import { randomFillSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeProvisionedCredential, encodeProvisionedCredential } from '../../src/formats/android/index.ts';
import { encode } from '../../src/formats/cbor/index.ts';
import { rawSignerFromPrivateKey, signCoseSign1 } from '../../src/formats/cose/index.ts';
import {
  decodeStaticAuthData,
  encodeStaticAuthData,
  withElementValue,
} from '../../src/formats/mdoc/index.ts';
import { newDeviceKey } from '../../src/wallet/device/device-key.ts';
import type { Device, Transport } from '../../src/wallet/index.ts';
import { newDevice, type PhoneOptions, proofedPhone, provisionedPhone } from '../support/devices.ts';
import { useWorld } from '../support/use-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests change answers of every shape
type Answer = any;

const world = useWorld();
const OTHER_KEY = newDeviceKey((target) => randomFillSync(target));

/** The same device with a transport that changes the answers to the operation. */
function facing(
  device: Device,
  operation: string,
  spoil: (answer: Answer) => Answer,
  options: PhoneOptions = {},
): Device {
  const transport: Transport = async (url, body) => {
    const answer = await world().transport(url, body);
    if (!url.endsWith(operation) || answer.status !== 200) return answer;
    return { ...answer, text: JSON.stringify(await spoil(JSON.parse(answer.text))) };
  };
  return newDevice({ ...world(), transport }, { ...options, state: device.state });
}

function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  bytes[bytes.length - 1]! ^= 1;
  return bytes.toString('base64');
}

async function signatureByOther(): Promise<string> {
  const signed = await signCoseSign1(new Uint8Array(32), rawSignerFromPrivateKey(OTHER_KEY.privateKey));
  return Buffer.from(signed).toString('base64');
}

describe('A device that receives a credential', () => {
  const data = (change: (data: Answer) => Answer) => async (answer: Answer) => ({
    ...answer,
    credential: { encryptedData: await change(answer.credential.encryptedData) },
  });

  it.each([
    ['recipientKey', 'for another key id', data((value) => ({ ...value, recipientKeyId: 'another' }))],
    [
      'undecryptable',
      'whose ciphertext was changed',
      data((value) => ({ ...value, encryptedValue: flipped(value.encryptedValue) })),
    ],
    [
      'undecryptable',
      'with an encapsulated key that is no point',
      data((value) => ({ ...value, encapsulatedKey: 'BAAA' })),
    ],
    [
      'issuerSignature',
      'whose signature was changed',
      data((value) => ({ ...value, signature: flipped(value.signature) })),
    ],
    [
      'issuerSignature',
      'with a signature that is no COSE_Sign1',
      data((value) => ({ ...value, signature: 'AAAA' })),
    ],
    [
      'issuerSignature',
      'that another key signed',
      data(async (value) => ({ ...value, signature: await signatureByOther() })),
    ],
    [
      'plainAnswer',
      'that is not encrypted',
      (answer: Answer) => ({ ...answer, credential: { unencryptedValue: 'oA==' } }),
    ],
    ['plainAnswer', 'without content', (answer: Answer) => ({ ...answer, credential: {} })],
  ])('the device refuses with the code %s a credential %s', async (code, _what, spoil) => {
    const { device } = await proofedPhone(world());
    const wary = facing(device, 'provisionCredential', spoil);
    await expect(wary.provision()).rejects.toMatchObject({ name: 'DistrustError', code });
    expect(wary.state.credential).toBeUndefined();
  });

  it('the device refuses changed data under the same version number', async () => {
    const options = { encrypt: false };
    const { device } = await provisionedPhone(world(), options);
    const spoil = (answer: Answer) => {
      const bytes = Buffer.from(answer.credential.unencryptedValue, 'base64');
      const { namespaces, accessControlProfiles } = decodeProvisionedCredential(bytes);
      const [first, ...others] = namespaces;
      const elements = first!.elements.with(0, { ...first!.elements[0]!, value: encode('Somebody Else') });
      const changed = encodeProvisionedCredential({
        namespaces: [{ ...first!, elements }, ...others],
        accessControlProfiles,
      });
      return { ...answer, credential: { unencryptedValue: Buffer.from(changed).toString('base64') } };
    };
    const wary = facing(device, 'provisionCredential', spoil, options);
    await expect(wary.provision()).rejects.toMatchObject({ code: 'credential' });
  });

  it('the device refuses an issuer key that is malformed or not valid now', async () => {
    const { device } = await proofedPhone(world());
    const garbage = facing(device, 'getIdentityKey', () => ({ issuerIdentityCertificate: ['AAAA'] }));
    await expect(garbage.provision()).rejects.toMatchObject({ code: 'issuerKey' });
    const none = facing(device, 'getIdentityKey', () => ({ issuerIdentityCertificate: [] }));
    await expect(none.provision()).rejects.toMatchObject({ code: 'issuerKey' });
    const late = newDevice(world(), { state: device.state });
    const inTenYears = { ...world(), now: () => world().now() + 3650 * 86_400_000 };
    await expect(newDevice(inTenYears, { state: late.state }).provision()).rejects.toMatchObject({
      code: 'issuerKey',
    });
  });
});

describe('A device that receives mobile security objects', () => {
  const options = { encrypt: false };
  const msos = (change: (msos: Answer[]) => Answer[]) => (answer: Answer) => ({
    ...answer,
    mobileSecurityObjects: change(answer.mobileSecurityObjects),
  });
  /** Changes the StaticAuthData of the first MSO. */
  const content = (
    change: (data: ReturnType<typeof decodeStaticAuthData>) => Parameters<typeof encodeStaticAuthData>[0],
  ) =>
    msos(([first, ...others]) => {
      const data = decodeStaticAuthData(Buffer.from(first.unencryptedValue, 'base64'));
      const { digestIdMapping, issuerAuth } = change(data);
      const changed = encodeStaticAuthData({ digestIdMapping, issuerAuth });
      return [{ ...first, unencryptedValue: Buffer.from(changed).toString('base64') }, ...others];
    });

  it.each([
    [
      'expiration',
      'whose expirationTimeMillis is wrong',
      msos(([first, ...others]) => [{ ...first, expirationTimeMillis: '4102444800000' }, ...others]),
    ],
    ['deviceKey', 'that was sent twice', msos(([first]) => [first, first])],
    ['mobileSecurityObject', 'in addition to one for each key', msos((all) => [...all, all[0]])],
    [
      'mobileSecurityObject',
      'that is malformed',
      msos(([first, ...others]) => [{ ...first, unencryptedValue: 'oA==' }, ...others]),
    ],
    [
      'mobileSecurityObject',
      'with an element left out',
      content(({ issuerAuth, digestIdMapping }) => ({
        issuerAuth,
        digestIdMapping: new Map([...digestIdMapping].map(([name, items]) => [name, items.slice(1)])),
      })),
    ],
    [
      'mobileSecurityObject',
      'with a value that was not provisioned',
      content(({ issuerAuth, digestIdMapping }) => ({
        issuerAuth,
        digestIdMapping: new Map(
          [...digestIdMapping].map(([name, [first, ...others]]) => [
            name,
            [withElementValue(first!, encode(7)), ...others],
          ]),
        ),
      })),
    ],
  ])('the device refuses with the code %s an MSO %s', async (code, _what, spoil) => {
    const { device } = await provisionedPhone(world(), options);
    const wary = facing(device, 'provisionMobileSecurityObjects', spoil, options);
    await expect(wary.provisionMsos(2)).rejects.toMatchObject({ name: 'DistrustError', code });
    expect(wary.state.authKeys.filter(({ certified }) => certified)).toEqual([]);
  });

  it('the device refuses an MSO of a document signer that it does not trust', async () => {
    const { device } = await provisionedPhone(world());
    const wary = newDevice(world(), { state: device.state, trustedRoots: [] });
    await expect(wary.provisionMsos(1)).rejects.toMatchObject({ code: 'mobileSecurityObject' });
  });

  it('the device refuses an MSO whose signature does not verify', async () => {
    const { device } = await provisionedPhone(world(), options);
    const spoil = msos(([first, ...others]) => [
      { ...first, unencryptedValue: flipped(first.unencryptedValue) },
      ...others,
    ]);
    const wary = facing(device, 'provisionMobileSecurityObjects', spoil, options);
    await expect(wary.provisionMsos(1)).rejects.toMatchObject({
      code: 'mobileSecurityObject',
      message: expect.stringContaining('issuerSignature'),
    });
  });

  it('the device sends the same keys again if no MSO was ready', async () => {
    const { device } = await provisionedPhone(world(), options);
    const patient = facing(
      device,
      'provisionMobileSecurityObjects',
      msos(() => []),
      options,
    );
    expect(await patient.provisionMsos(2)).toBe(0);
    const again = newDevice(world(), { ...options, state: patient.state });
    expect(await again.provisionMsos(2)).toBe(2);
    expect(again.state.authKeys.map(({ key }) => key)).toEqual(patient.state.authKeys.map(({ key }) => key));
  });
});
