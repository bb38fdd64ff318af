/**
 * Characters of all settings of a group for one ad unit. An answer to a live request contains all of them, and a group is
 * printed and parsed in one turn of the event loop. Real groups have a few thousand.
 */
export const MOST_SETTING_CHARACTERS = 1_048_576;
