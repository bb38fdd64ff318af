import { describe, expect, it } from 'vitest';
import type { User } from '../ports/entities.ts';
import type { Passkey } from '../ports/passkeys.ts';
import { acceptedOf, mustRegister } from './accepted-passkeys.ts';

const LAX = { isRequired: false, boundForAdministrators: false };
const REQUIRED = { isRequired: true, boundForAdministrators: false };
const BOUND = { isRequired: false, boundForAdministrators: true };

const viewer = { userId: 'u', role: 'viewer' } as User;
const administrator = { userId: 'a', role: 'administrator' } as User;
const ofOrganisation = { ...viewer, organisation: { issuer: 'https://idp.example', subject: 's' } } as User;

const bound = { passkeyId: 'bound', isDeviceBound: true } as Passkey;
const synced = { passkeyId: 'synced', isDeviceBound: false } as Passkey;

describe('Who must register a passkey', () => {
  it.each([
    ['nobody, where passkeys are optional', LAX, viewer, [], false],
    ['who has none, where they are required', REQUIRED, viewer, [], true],
    ['not who has one', REQUIRED, viewer, [synced], false],
    ['not people of an organisation, whose provider decides', REQUIRED, ofOrganisation, [], false],
    [
      'an administrator with only synced ones, where they must be device-bound',
      BOUND,
      administrator,
      [synced],
      true,
    ],
    ['not an administrator with a device-bound one', BOUND, administrator, [synced, bound], false],
    ['not an administrator without any, where they are optional', BOUND, administrator, [], false],
  ])('%s', (_, policy, user, passkeys, expected) => {
    expect(mustRegister(policy, user, passkeys)).toBe(expected);
  });
});

describe('The passkeys by which a user may sign in', () => {
  it.each([
    ['all, for a viewer', viewer, [synced, bound], [synced, bound]],
    ['only device-bound ones, for an administrator who has one', administrator, [synced, bound], [bound]],
    ['synced ones, for an administrator who has no other', administrator, [synced], [synced]],
  ])('%s', (_, user, passkeys, expected) => {
    expect(acceptedOf(BOUND, user, passkeys)).toEqual(expected);
  });
});
