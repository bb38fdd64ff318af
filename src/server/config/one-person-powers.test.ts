import { describe, expect, it } from 'vitest';
import { tooFewPeople } from './one-person-powers.ts';
import type { Settings } from './settings.ts';

const ISSUER = 'https://sign-in.example';

function active(secondPersonOfOrganisation: boolean, counts: Parameters<typeof tooFewPeople>[1]) {
  const settings = {
    admin: { secondPerson: ['codes'], secondPersonOfOrganisation },
    signIn: { organisations: [{ issuer: ISSUER }] },
  } as unknown as Pick<Settings, 'admin' | 'signIn'>;
  return tooFewPeople(settings, counts)?.text;
}

describe('Administrators who can approve', () => {
  const local = { count: 2 };

  it('accounts of this server do not count if only people of organisations approve', () => {
    expect(active(false, [local])).toBeUndefined();
    expect(active(true, [local])).toContain('active now: 0');
  });

  it('people of an organisation count if its settings are there', () => {
    expect(active(true, [local, { issuer: ISSUER, count: 2 }])).toBeUndefined();
    expect(active(true, [local, { issuer: 'https://other.example', count: 2 }])).toContain('active now: 0');
  });
});
