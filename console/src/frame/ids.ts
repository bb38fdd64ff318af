/** Shorter texts are the start of too much. */
export const SHORTEST = 3;

/** Ids have digits, and no blanks. Numbers of documents do too. */
export const isId = (text: string): boolean => text.length >= SHORTEST && /^(?=.*\d)\S+$/.test(text);

/**
 * The ids that servers make: UUIDs, also behind a word, long random texts, and words with a number, such as `h-1`. Names, also with
 * a year of birth, and numbers of documents have none of these forms, so such a text may go into an address, which proxies log.
 */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const OF_SERVERS = [
  UUID,
  /^(?=.*\d)[\dA-Za-z]{26,}$/,
  /^(?:h|c|[a-z]{4,})-(?!(?:19|20)\d\d\b)(?=.*\d)[\da-f-]+$/,
];

export const isServerId = (text: string): boolean => OF_SERVERS.some((form) => form.test(text));

/** Whether an answer may have had it as its `X-Request-Id`. */
export const isRequestId = (text: string): boolean => UUID.test(text);
