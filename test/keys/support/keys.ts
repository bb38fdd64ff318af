import * as cborg from 'cborg';
import { type Certificate, parseCertificate } from '../../../src/formats/x509/index.ts';
import type { Device } from '../../../src/wallet/index.ts';
import type { World } from '../../support/world.ts';

export type Role = 'iaca' | 'documentSigner' | 'statusSigner' | 'identity' | 'encryption';

export async function keysOf(world: World, role: Role) {
  const { keys } = await world.admin('listKeys', {});
  return keys.filter((key) => key.role === role);
}

export async function activeKey(world: World, role: Role) {
  const key = (await keysOf(world, role)).find(({ stage }) => stage === 'active');
  if (!key) throw new Error(`no active ${role} key`);
  return key;
}

/** The stages in alphabetical order, because the clock stands still and gives the keys no order. */
export async function stagesOf(world: World, role: Role): Promise<readonly string[]> {
  return (await keysOf(world, role)).map(({ stage }) => stage).toSorted();
}

/** The DER of a PEM text. */
export function derOf(pem: string): Uint8Array {
  return new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64'));
}

/** Does what a running server does every half minute. */
export const retireKeys = (world: World) => world.server.context.keys.sweep();

/** The x5chain of the newest MSO: label 33, with a single certificate or an array of several (RFC 9360 2). */
export function chainOf(device: Device): readonly Certificate[] {
  const data = device.state.authKeys.at(-1)?.certified?.staticAuthData ?? new Uint8Array();
  const preserve = cborg.Tagged.preserve(0, 24);
  const [, unprotected] = cborg.decode(data, { useMaps: true, tags: preserve }).get('issuerAuth');
  return [unprotected.get(33)].flat().map((der: Uint8Array) => parseCertificate(der));
}
