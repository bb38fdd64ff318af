import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isOnCurve } from '../../formats/ec/index.ts';
import { newUuid } from '../effects.ts';
import { deviceKeyFromScalar, newDeviceKey, newRawKeyPair } from './device-key.ts';

const ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');

/** A random source that returns these buffers one after the other. */
function giving(...buffers: readonly Uint8Array[]) {
  const left = [...buffers];
  return (target: Uint8Array) => {
    target.set(left.shift()!);
    return target;
  };
}

describe('A key of the simulated device', () => {
  it('a device key is made from the injected random bytes', () => {
    const bytes = Buffer.alloc(32, 7);
    expect(newDeviceKey(giving(bytes)).point).toEqual(deviceKeyFromScalar(bytes).point);
  });

  it('signatures of a device key verify with its public point', async () => {
    const key = newDeviceKey(giving(Buffer.alloc(32, 9)));
    const data = Buffer.from('data');
    const publicKey = createPublicKey(key.privateKey);
    const signature = await key.sign(data);
    expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    expect(isOnCurve(key.point)).toBe(true);
  });

  it('new random bytes are drawn if the first ones are no valid scalar of P-256', () => {
    const good = Buffer.alloc(32, 3);
    const { privateKey } = newRawKeyPair(giving(new Uint8Array(32), Buffer.alloc(32, 0xff), ORDER, good));
    expect(Buffer.from(privateKey)).toEqual(good);
  });
});

describe('An id of the simulated device', () => {
  it('an id of the device is a random UUID', () => {
    const id = newUuid(giving(Buffer.alloc(16, 0xff)));
    expect(id).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  });
});
