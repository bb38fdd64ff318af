/**
 * What the first request of a phone needs of node:crypto. Not imported: an import also loads what node:crypto re-exports for
 * browsers, which takes a third of the time that Node needs to start.
 */
export const { createECDH, createPrivateKey, hash, randomFillSync, sign } =
  process.getBuiltinModule('node:crypto');
