import { upperFirst } from '../../../conventions/upper-first.ts';

/** `grace.hopper@example.com` as `Grace Hopper`; an address that is no name is shown as it is. */
export function emailName(email: string): string {
  const [local = ''] = email.split('@');
  if (!/^\p{L}[\p{L}.'_-]*$/u.test(local)) return email;
  const words = local.split(/[._]+/).filter((word) => word !== '');
  return words.map(upperFirst).join(' ');
}

/** The id of the admin token, which belongs to no user: everyone who can read its file has it. */
export const ADMIN_TOKEN = 'operator';

/** What people call an author, inside of a sentence; undefined where only an id is known. */
export function accountName(id: string | undefined, email: string | undefined): string | undefined {
  if (email !== undefined) return emailName(email);
  return id === ADMIN_TOKEN ? 'someone with the admin token' : undefined;
}
