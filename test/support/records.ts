import { jpeg } from './portrait.ts';
import type { World } from './world.ts';

type Elements = Record<string, Record<string, unknown>>;

export const MDL = 'org.iso.18013.5.1.mDL';
export const MDL_NAMESPACE = 'org.iso.18013.5.1';

/** The elements of a mobile driving licence; `replaced` changes any of them. */
export function mdl(replaced: Record<string, unknown> = {}): Elements {
  return {
    [MDL_NAMESPACE]: {
      family_name: 'Mustermann',
      given_name: 'Erika',
      birth_date: '1984-02-29',
      issue_date: '2025-01-15',
      expiry_date: '2035-01-14',
      issuing_country: 'US',
      issuing_authority: 'Utopia DMV',
      document_number: 'D1234567',
      portrait: jpeg().toString('base64'),
      driving_privileges: [{ vehicle_category_code: 'B', issue_date: '2002-03-01' }],
      un_distinguishing_sign: 'USA',
      ...replaced,
    },
  };
}

let made = 0;

/** Imports a record with a new id. */
export async function newHolder(world: World, replaced: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const id = `holder-${made}`;
  await world.admin('importHolders', { holders: [{ id, elements: mdl(replaced) }] });
  return id;
}

/** Changes the holder's data, which makes a new version of all credentials. */
export async function changeHolder(world: World, id: string, replaced: Record<string, unknown>) {
  return world.admin('importHolders', { holders: [{ id, elements: mdl(replaced) }] });
}

export async function codeFor(world: World, holderId: string): Promise<string> {
  return (await world.admin('issueCode', { holderId })).code;
}
