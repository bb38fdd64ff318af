import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import type { DeviceState } from '../../../issuer/ports/lists.ts';
import { idPrefix, nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

const DEVICE_STATES = ['unregistered', 'registered'] satisfies DeviceState[];

/** Devices that are not registered yet are before all others, or after them if the order is descending. */
export const DEVICE_SORTS = { registerTime: 'registeredAt' } as const satisfies SortFields;

/** A device, with hashes in place of its keys. */
export const DeviceView = Type.Object({
  id: Type.String({ description: 'deviceReferenceId.' }),
  state: Type.Enum(DEVICE_STATES),
  nonceExpireTime: Type.Optional(Time('When the open registration nonce ends.')),
  registerTime: Type.Optional(Time('When its attestation was accepted.')),
  securityLevel: Type.Optional(Type.String({ description: 'Where its key lives.' })),
  identityCredentialKey: Type.Optional(
    Type.Boolean({ description: 'The key signs nothing but Identity Credential structures.' }),
  ),
  keySha256: Type.Optional(
    Type.String({ description: 'Of the SubjectPublicKeyInfo of the identity key, hex.' }),
  ),
  certificateSha256: Type.Optional(Type.String({ description: 'Of the attestation certificate, hex.' })),
  liveCredentialId: Type.Optional(
    Type.String({ description: 'The credential that is neither revoked nor deleted.' }),
  ),
  holderId: Type.Optional(
    Type.String({
      description:
        'The holder of that credential, else of the newest proofing. One that was rejected when it was sent does not count, and one that an operator rejected only if there is no other.',
    }),
  ),
  documentType: Type.Optional(Type.String({ description: 'The type of the document of that holder.' })),
});
export type DeviceView = Static<typeof DeviceView>;

export const SilentDevice = Type.Object({
  id: Type.String({ description: 'deviceReferenceId.' }),
  credentialId: Type.String(),
  holderId: Type.String(),
  lastTime: Time('When its credential changed last.'),
  silentDays: Type.Integer({ description: 'Days since then.' }),
});
export type SilentDevice = Static<typeof SilentDevice>;

export const DEVICE_METHODS = {
  listDevices: {
    http: ['GET', '/admin/v1/devices'],
    role: 'viewer',
    command: 'devices list',
    summary: 'List devices',
    request: Type.Object(
      {
        state: Type.Optional(Type.Enum(DEVICE_STATES, { description: 'Only those in this state.' })),
        orderBy: OrderBy(DEVICE_SORTS),
        ...idPrefix,
        ...page,
      },
      closed,
    ),
    response: Type.Object({ devices: Type.Array(DeviceView), nextPageToken }),
  },
  getDevice: {
    http: ['GET', '/admin/v1/devices/{id}'],
    role: 'viewer',
    command: 'devices show',
    summary: 'Get a device',
    request: Type.Object({ id: Id('Device') }, closed),
    response: DeviceView,
  },
  listSilentDevices: {
    http: ['GET', '/admin/v1/silentDevices'],
    role: 'viewer',
    command: 'devices silent',
    summary: 'List devices that fetched no MSOs for twice their validity and have a credential',
    request: Type.Object({ ...page }, closed),
    response: Type.Object({ devices: Type.Array(SilentDevice), nextPageToken }),
  },
  releaseDevice: {
    http: ['POST', '/admin/v1/devices/{id}:release'],
    role: 'approver',
    final: true,
    audit: ['credential.revoke'],
    command: 'devices release',
    summary: 'Revoke the credential of a silent device',
    request: Type.Object({ id: Id('Device') }, closed),
    response: Type.Object({
      id: Type.String({ description: 'deviceReferenceId.' }),
      credentialId: Type.String({ description: 'The credential that was revoked.' }),
    }),
  },
} as const satisfies Record<string, AdminMethod>;
