import { type Static, Type } from 'typebox';
import { closed, Time } from '../../conventions/json-schema.ts';
import { Identifier as Id } from '../../issuer/contract/scalars.ts';
import { idPrefix, nextPageToken, page } from '../list-page.ts';
import type { AdminMethod } from '../method.ts';

/** A device, with hashes in place of its keys. */
export const DeviceView = Type.Object({
  id: Type.String({ description: 'deviceReferenceId.' }),
  state: Type.Enum(['unregistered', 'registered']),
  nonceExpireTime: Type.Optional(Time('When the open registration nonce ends.')),
  registerTime: Type.Optional(Time('When its attestation was accepted.')),
  securityLevel: Type.Optional(Type.String({ description: 'Where its key lives.' })),
  identityCredentialKey: Type.Optional(
    Type.Boolean({ description: 'The key signs nothing but Identity Credential structures.' }),
  ),
  keySha256: Type.Optional(
    Type.String({ description: 'Of the SubjectPublicKeyInfo of the identity key, hex.' }),
  ),
  sharesKey: Type.Optional(
    Type.Boolean({ description: 'Another deviceReferenceId had the key first, before keys were unique.' }),
  ),
  certificateSha256: Type.Optional(Type.String({ description: 'Of the attestation certificate, hex.' })),
  liveCredentialId: Type.Optional(
    Type.String({ description: 'The credential that is neither revoked nor deleted.' }),
  ),
});
export type DeviceView = Static<typeof DeviceView>;

export const DEVICE_METHODS = {
  listDevices: {
    http: ['GET', '/admin/v1/devices'],
    role: 'viewer',
    command: 'devices list',
    summary: 'List devices',
    request: Type.Object({ ...idPrefix, ...page }, closed),
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
} as const satisfies Record<string, AdminMethod>;
