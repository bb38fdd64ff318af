/**
 * Whether a text may go into an address as the start of an id. Names and numbers of documents may not, because proxies log
 * addresses: the texts are the ids that servers and wallets make (UUIDs, long or mixed random texts), and words with a number,
 * such as `h-1`.
 */
const FORMS = [
  // A UUID: its start only with a letter behind a digit, which tells it from a number with a letter before it.
  /^[\da-f]{8}-[\da-f-]*$/,
  /^(?=.*\d[a-f])[\da-f]{3,8}$/,
  // Random letters and digits, such as a device.
  /^(?=.*\d[A-Za-z])(?=.*[a-z])(?=.*[A-Z])[\dA-Za-z]+$/,
  /^(?=.*\d)[\dA-Za-z]{26,}$/,
  // No name with a year of birth.
  /^(?:h|c|[a-z]{4,})-(?!(?:19|20)\d\d\b)(?=.*\d)[\w-]+$/,
] as const;

const SHORTEST = 3;

export const isServerId = (text: string): boolean =>
  text.length >= SHORTEST && FORMS.some((form) => form.test(text));
