import type { RandomFill } from '../conventions/effects.ts';
import { randomText, URL_SAFE } from '../conventions/random-text.ts';

export const newUserId = (random: RandomFill) => `user-${randomText(random, URL_SAFE, 16)}`;
export const newTokenId = (random: RandomFill) => randomText(random, URL_SAFE, 22);
export const newClientId = (random: RandomFill) => `client-${randomText(random, URL_SAFE, 16)}`;

/** 258 bits: guessing needs no limit, and a fast hash of it is safe to keep. */
export const newClientSecret = (random: RandomFill) => randomText(random, URL_SAFE, 43);

/** `pub-` and 16 digits, as the mediation interface names publisher accounts. */
export const PUBLISHER_ID_PATTERN = '^pub-\\d{16}$';

const PUBLISHER_ID = new RegExp(PUBLISHER_ID_PATTERN);

export const isPublisherId = (text: string) => PUBLISHER_ID.test(text);

/** Who comes with the admin token, and subject and client of tokens that an operator handed out. Ids of users and clients have another shape. */
export const OPERATOR = 'operator';

/** Enough to refuse what cannot be an address; whether it exists only a message to it would tell. */
const EMAIL =
  /^[^\s\p{C}@"<>(),:;\\[\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/u;

/** RFC 5321 4.5.3.1.3, less the angle brackets. */
const LONGEST = 254;

/** The one spelling under which a user is kept; undefined for what is no address. */
export function normalEmail(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const email = text.trim().normalize('NFC').toLowerCase();
  return EMAIL.test(email) ? email : undefined;
}
