/** `pub-` and 16 digits, as the mediation interface names publisher accounts. */
export const PUBLISHER_ID_PATTERN = '^pub-\\d{16}$';

const PUBLISHER_ID = new RegExp(PUBLISHER_ID_PATTERN);

export const isPublisherId = (text: string) => PUBLISHER_ID.test(text);
