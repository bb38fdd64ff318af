import { upperFirst } from '../../../conventions/upper-first.ts';

/** `grace.hopper@example.com` as `Grace Hopper`; an address that is no name is shown as it is. */
export function emailName(email: string): string {
  const [local = ''] = email.split('@');
  if (!/^\p{L}[\p{L}.'_-]*$/u.test(local)) return email;
  const words = local.split(/[._]+/).filter((word) => word !== '');
  return words.map(upperFirst).join(' ');
}
