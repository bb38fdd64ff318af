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
