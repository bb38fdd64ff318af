import type { Settings } from '../config/settings.ts';

/** What every form that tells of a backup adds if keys are in a token, because a backup copies files. */
export const TOKEN_NOT_SAVED = 'Keys in the PKCS#11 token are not in it: back the token up.';

export const hasTokenKeys = ({ keys: { custody, recordMaster } }: Pick<Settings, 'keys'>): boolean =>
  custody === 'pkcs11' || recordMaster === 'pkcs11';
