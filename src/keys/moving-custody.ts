import type { KeyCustody } from './custody.ts';

/**
 * For a data folder whose keys move from files into a token: new keys are made in the token, those that are in files at
 * the start are used there until they are destroyed.
 */
export async function movingCustody(token: KeyCustody, files: KeyCustody): Promise<KeyCustody> {
  const inFiles = new Set((await files.list()).map(({ keyId }) => keyId));
  const placeOf = (keyId: string): KeyCustody => (inFiles.has(keyId) ? files : token);
  return {
    create: (keyId, use) => token.create(keyId, use),
    sign: (keyId, toBeSigned) => placeOf(keyId).sign(keyId, toBeSigned),
    agree: (keyId, point) => placeOf(keyId).agree(keyId, point),
    list: async () => [...(await token.list()), ...(await files.list())],
    publicPoint: (keyId) => placeOf(keyId).publicPoint(keyId),
    destroy: (keyId) => placeOf(keyId).destroy(keyId),
    close() {
      token.close();
      files.close();
    },
  };
}
