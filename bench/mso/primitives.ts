import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  randomFillSync,
  sign,
  verify,
} from 'node:crypto';
import type { Work } from '../harness/measure.ts';
import type { Sizes } from './sizes.ts';

const CURVE = 'prime256v1';
/** Size of a Sig_structure with a hash as its payload, as an envelope signs it. */
const SIGNED_HASH_BYTES = 52;
/** Inputs of the five HMACs of a key schedule whose context string is already hashed (RFC 9180 4.1 and 5.1). */
const HMAC_MESSAGES = [51, 158, 23, 88, 95];
const HMAC_BLOCK = 64;
const CIPHER = 'aes-256-gcm';
const TAG = { authTagLength: 16 };

/** ECDSA with an existing key, including the hash. */
function signatures(sizes: Sizes) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  const signed = randomBytes(sizes.signed);
  const signedHash = randomBytes(SIGNED_HASH_BYTES);
  const certificate = randomBytes(sizes.tbsCertificate);
  const signature = sign('sha256', certificate, privateKey);
  return {
    signMso: () => sign('sha256', signed, privateKey),
    signHash: () => sign('sha256', signedHash, privateKey),
    verify: () => verify('sha256', certificate, publicKey, signature),
  };
}

function digests(sizes: Sizes) {
  const items = sizes.items.map((size) => randomBytes(size));
  const salts = new Uint8Array(sizes.items.length * sizes.salt);
  const mso = randomBytes(sizes.staticAuthData);
  return {
    digestItems: () => {
      for (const item of items) hash('sha256', item, 'binary');
    },
    drawSalts: () => randomFillSync(salts),
    hashMso: () => hash('sha256', mso, 'binary'),
  };
}

/** Sealing creates an ephemeral key and its public point. Opening parses the public point of the other side. */
function agreements() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  const arrived = publicKey.export({ format: 'pem', type: 'spki' });
  const ephemeral = createECDH(CURVE);
  const kept = createECDH(CURVE);
  const point = kept.generateKeys();
  return {
    agreeToSealByEcdh: () => {
      ephemeral.generateKeys();
      return ephemeral.computeSecret(point);
    },
    agreeToSealByKeyObjects: () => {
      const pair = generateKeyPairSync('ec', { namedCurve: CURVE });
      pair.publicKey.export({ format: 'jwk' });
      return diffieHellman({ privateKey: pair.privateKey, publicKey });
    },
    agreeToOpenByEcdh: () => kept.computeSecret(point),
    agreeToOpenByKeyObjects: () => diffieHellman({ privateKey, publicKey: createPublicKey(arrived) }),
  };
}

function keySchedules() {
  const key = randomBytes(32);
  const messages = HMAC_MESSAGES.map((size) => randomBytes(size));
  const inner = HMAC_MESSAGES.map((size) => randomBytes(HMAC_BLOCK + size));
  const outer = randomBytes(HMAC_BLOCK + 32);
  return {
    scheduleByHmac: () => {
      for (const message of messages) createHmac('sha256', key).update(message).digest();
    },
    /** With prepared input blocks. */
    scheduleByHash: () => {
      for (const block of inner) {
        hash('sha256', block, 'binary');
        hash('sha256', outer, 'binary');
      }
    },
  };
}

function ciphers(sizes: Sizes) {
  const mso = randomBytes(sizes.staticAuthData);
  const certificate = randomBytes(sizes.certificate);
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const seal = (form: Buffer | KeyObject, plaintext: Buffer) => {
    const cipher = createCipheriv(CIPHER, form, nonce, TAG);
    const ciphertext = cipher.update(plaintext);
    cipher.final();
    return { ciphertext, tag: cipher.getAuthTag() };
  };
  const arrived = seal(key, certificate);
  return {
    sealByBytes: () => seal(key, mso),
    sealByKeyObject: () => seal(createSecretKey(key), mso),
    openKey: () => {
      const decipher = createDecipheriv(CIPHER, createSecretKey(key), nonce, TAG);
      decipher.setAuthTag(arrived.tag);
      decipher.update(arrived.ciphertext);
      return decipher.final();
    },
  };
}

/**
 * The minimum cryptographic work, with Node only. If Node offers several forms of a primitive, all are
 * measured, because the cheapest form changes between releases.
 */
export function primitives(sizes: Sizes) {
  return {
    ...signatures(sizes),
    ...digests(sizes),
    ...agreements(),
    ...keySchedules(),
    ...ciphers(sizes),
  } satisfies Record<string, Work>;
}
