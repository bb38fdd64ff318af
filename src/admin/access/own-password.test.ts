import { describe, expect, it } from 'vitest';
import type { AccountPolicy } from '../../accounts/deps.ts';
import type { User } from '../../accounts/ports/entities.ts';
import { refuseWithRole, requireOwnPassword } from './own-password.ts';

const policyWith = (rolesNeedSecondPerson: boolean): AccountPolicy => ({
  scopes: { monetization: 'monetization', readonly: 'readonly', report: 'report', statistics: 'statistics' },
  attempts: {
    user: { most: 1, window: 1 },
    userInAll: { most: 1, window: 1 },
    address: { most: 1, window: 1 },
  },
  maxTokenTtl: 1,
  organisations: new Set(),
  rolesNeedSecondPerson,
});

const user = (passwordIsOwn: boolean, role?: User['role']): User => ({
  userId: 'user-ada',
  revision: 0,
  email: 'ada@example.com',
  passwordHash: '',
  passwordIsOwn,
  state: 'active',
  ...(role && { role }),
  publishers: [],
  createdAt: 0,
  updatedAt: 0,
});

describe('Passwords of users if roles need a second person', () => {
  const policy = policyWith(true);

  it('a role, or a higher one, is refused to a user whose password somebody else set', () => {
    expect(() => requireOwnPassword({ policy }, user(false), 'viewer')).toThrow('must first sign in');
    expect(() => requireOwnPassword({ policy }, user(false, 'viewer'), 'approver')).toThrow();
  });

  it('a role may be lowered or removed, and granted to a user who chose the password', () => {
    expect(() => requireOwnPassword({ policy }, user(false, 'approver'), 'viewer')).not.toThrow();
    expect(() => requireOwnPassword({ policy }, user(false, 'approver'), undefined)).not.toThrow();
    expect(() => requireOwnPassword({ policy }, user(true), 'administrator')).not.toThrow();
  });

  it('nobody else may set the password of a user with a role', () => {
    expect(() => refuseWithRole({ policy }, 'viewer', 'take the role away')).toThrow('take the role away');
    expect(() => refuseWithRole({ policy }, undefined, 'take the role away')).not.toThrow();
  });
});

describe('Passwords of users if roles need no second person', () => {
  it('if roles need no second person, one person may set passwords and grant roles', () => {
    const policy = policyWith(false);
    expect(() => requireOwnPassword({ policy }, user(false), 'administrator')).not.toThrow();
    expect(() => refuseWithRole({ policy }, 'administrator', 'take the role away')).not.toThrow();
  });
});
