import { type RandomFill, randomText, URL_SAFE } from '../conventions/random-text.ts';

export const newUserId = (random: RandomFill) => `user-${randomText(random, URL_SAFE, 16)}`;
export const newTokenId = (random: RandomFill) => randomText(random, URL_SAFE, 22);
export const newClientId = (random: RandomFill) => `client-${randomText(random, URL_SAFE, 16)}`;

/**
 * Whether a text that may be anything looks like the id of a client, whole or not: only then it is shown to operators.
 */
export const isLikeClientId = (text: string) => /^(?:client|diptych)-[\w-]{1,40}$/.test(text);

/** 258 bits: no limit on guesses is needed, and a fast hash may be stored. */
export const newClientSecret = (random: RandomFill) => randomText(random, URL_SAFE, 43);

/** The id of a publisher account in the mediation interface: `pub-` and 16 digits. */
export const PUBLISHER_ID_PATTERN = '^pub-\\d{16}$';

const PUBLISHER_ID = new RegExp(PUBLISHER_ID_PATTERN);

export const isPublisherId = (text: string) => PUBLISHER_ID.test(text);

/**
 * Ids of the holder of the admin token, and of tokens that an operator handed out. Ids of users and clients have
 * another shape.
 */
export const OPERATOR = 'operator';

/** Refuses only texts that cannot be an email. Whether an email exists could only be proven by sending a message. */
const EMAIL =
  /^[^\s\p{C}@"<>(),:;\\[\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/u;

/** RFC 5321 4.5.3.1.3, without the angle brackets. */
const LONGEST = 254;

/** The normalized form in which an address is stored; undefined if it is not an address. */
export function normalEmail(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const email = text.trim().normalize('NFC').toLowerCase();
  return EMAIL.test(email) ? email : undefined;
}
