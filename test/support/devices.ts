import type { OperationName } from '../../src/issuer/contract/index.ts';
import { type Device, type DeviceOptions, simulatedDevice, type Transport } from '../../src/wallet/index.ts';
import { codeFor, newHolder } from './records.ts';
import { ISSUER_ID, type World } from './world.ts';

export interface Phone {
  readonly device: Device;
  readonly holderId: string;
  /** The ids of the device and its data, as requests contain them. */
  readonly ids: {
    readonly deviceReferenceId: string;
    readonly proofingId: string;
    readonly credentialId: string;
  };
}

export interface PhoneOptions extends Omit<DeviceOptions, 'issuer' | 'clock'> {
  /** Used instead of the transport of the world. */
  readonly transport?: Transport;
  /** Used instead of the clock of the world. */
  readonly clock?: DeviceOptions['clock'];
}

/** A simulated device that calls the server of the world and uses its clock. */
export function newDevice(
  world: World,
  { transport = world.transport, clock = world.now, ...options }: PhoneOptions = {},
): Device {
  const issuer = { baseUrl: world.url, issuerId: ISSUER_ID, transport };
  return simulatedDevice({ ...options, clock, issuer });
}

export async function registeredDevice(world: World, options: PhoneOptions = {}): Promise<Device> {
  const device = newDevice(world, options);
  await device.register();
  return device;
}

function phone(device: Device, holderId: string): Phone {
  return {
    device,
    holderId,
    get ids() {
      const { deviceReferenceId, proofing, credentialId = '' } = device.state;
      return { deviceReferenceId, proofingId: proofing?.proofingId ?? '', credentialId };
    },
  };
}

/**
 * A phone that has sent a valid code. Its proofing is accepted if the world decides automatically, otherwise
 * pending.
 */
export async function proofedPhone(world: World, options: PhoneOptions = {}): Promise<Phone> {
  const holderId = await newHolder(world);
  const device = await registeredDevice(world, options);
  await device.proof(await codeFor(world, holderId));
  return phone(device, holderId);
}

/** A phone that has fetched its credential, which is still pending. */
export async function provisionedPhone(world: World, options: PhoneOptions = {}): Promise<Phone> {
  const made = await proofedPhone(world, options);
  await made.device.provision();
  return made;
}

/** A phone with an active credential. */
export async function activePhone(world: World, msos = 1, options: PhoneOptions = {}): Promise<Phone> {
  const made = await provisionedPhone(world, options);
  await made.device.provisionMsos(msos);
  return made;
}

class NotSent extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: tests change bodies in every way
export type Body = any;

/** The body that a device would send to the operation. It is not sent and changes nothing. */
export async function bodyOf(
  device: Device,
  operation: OperationName,
  act: (copy: Device) => Promise<unknown>,
  tampering: Parameters<Device['hostile']>[0] = {},
): Promise<Body> {
  let body: unknown;
  const copy = device.hostile({
    ...tampering,
    request(request, _facts, sentTo) {
      if (sentTo !== operation) return request;
      body = request;
      throw new NotSent('kept back');
    },
  });
  await act(copy).catch((error: unknown) => {
    if (!(error instanceof NotSent) && !((error as Error).cause instanceof NotSent)) throw error;
  });
  return structuredClone(body);
}

/** Sends an unchanged body to an operation. */
export function send(world: World, operation: OperationName, body: Body) {
  return world.post(`/v1/vdc/${operation}`, JSON.stringify(body));
}
