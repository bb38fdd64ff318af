import { hash } from 'node:crypto';
import type { Claims } from '../ports/organisation.ts';

/**
 * The id of a user who signs in by an organisation. A person is issuer and subject: nobody gets the access of
 * another by having the same email. The id follows from both, so that the audit log names the same person after
 * the user was deleted.
 */
export const userIdOf = (issuer: string, subject: string): string =>
  `user-${hash('sha256', `${issuer}\n${subject}`, 'base64url').slice(0, 16)}`;

const LONGEST = 254;

/** What people see as the name of the user; it decides nothing. Without what could forge lines or hide text. */
export function shownEmail(claims: Claims): string {
  const names = [claims.email, claims.preferred_username, claims.sub];
  const shown = names.map((one) => (typeof one === 'string' ? one.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '') : ''));
  return (shown.find((one) => one !== '') ?? '').slice(0, LONGEST);
}

/** When the person proved who they are to the provider, in milliseconds. */
export function authenticatedAtOf({ auth_time: seconds }: Claims): number | undefined {
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) ? seconds * 1000 : undefined;
}
