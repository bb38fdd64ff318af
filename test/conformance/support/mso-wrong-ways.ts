import { DAY } from '../../../src/conventions/time.ts';
import { hpkeRecipient } from '../../../src/formats/hpke/index.ts';
import {
  decodeStaticAuthData,
  encodeStaticAuthData,
  type StaticAuthData,
  signIssuerAuth,
} from '../../../src/formats/mdoc/index.ts';
import { wrapValue } from '../../../src/issuer/envelope/seal.ts';
import { rows } from '../../support/database.ts';
import type { World } from '../../support/world.ts';
import type { WrongWay } from './changes.ts';
import type { Wrong } from './wrong-server.ts';

type Change = (right: StaticAuthData, world: World) => StaticAuthData | Promise<StaticAuthData>;

/** The MSOs that the server has stored for a batch, in the order of the request. */
async function storedMsos({ server }: World, hashes: readonly Buffer[]): Promise<readonly Uint8Array[]> {
  const msos = await server.context.store.read((reader) => reader.msos(hashes));
  const byHash = new Map(msos.map((mso) => [Buffer.from(mso.keyHash).toString('hex'), mso.staticAuthData]));
  return hashes.map((hash) => byHash.get(hash.toString('hex')) ?? new Uint8Array());
}

/** Each MSO of an answer is another one, which is as right as the change leaves it: signed, and encrypted for the device. */
const remade = (world: () => World, change: Change): Wrong => ({
  async reply(reply, { operation, request }) {
    const right: readonly object[] = reply.body?.mobileSecurityObjects ?? [];
    if (operation !== 'provisionMobileSecurityObjects' || right.length === 0) return reply;
    const { context } = world().server;
    const newest = 'select key_hash from issued_mso where credential_id = ? order by rowid desc limit ?';
    const hashes = rows(world(), newest, request.credentialId, right.length).map(
      (row) => row.key_hash as Buffer,
    );
    const { publicKey, keyId } = request.deviceEncryptionKey;
    const recipient = { key: hpkeRecipient(Buffer.from(publicKey, 'base64')), keyId, mode: 'info' } as const;
    const signer = await context.keys.keyring.identitySigner();
    const mobileSecurityObjects = [];
    for (const [at, bytes] of (await storedMsos(world(), hashes.toReversed())).entries()) {
      const changed = encodeStaticAuthData(await change(decodeStaticAuthData(bytes), world()));
      const value = await wrapValue(changed, 'mobileSecurityObject', recipient, signer);
      mobileSecurityObjects.push({ ...right[at], ...value });
    }
    return { ...reply, body: { ...reply.body, mobileSecurityObjects } };
  },
});

/** Leaves a value in the mapping, and its digest in the MSO. */
const withValue: Change = ({ digestIdMapping, issuerAuth }) => ({
  digestIdMapping: new Map(
    [...digestIdMapping].map(([namespace, items]) => [
      namespace,
      items.map((item, at) => (at === 0 ? { ...item, elementValue: Buffer.from('63585858', 'hex') } : item)),
    ]),
  ),
  issuerAuth,
});

const signedAgain = async (
  { digestIdMapping, issuerAuth }: StaticAuthData,
  { server }: World,
  { certificates = issuerAuth.certificates, signed = issuerAuth.mobileSecurityObject.validityInfo.signed },
): Promise<StaticAuthData> => {
  const { mobileSecurityObject } = issuerAuth;
  const validityInfo = { ...mobileSecurityObject.validityInfo, signed };
  const { sign } = await server.context.keys.keyring.documentSigner();
  return {
    digestIdMapping,
    issuerAuth: await signIssuerAuth({ ...mobileSecurityObject, validityInfo }, certificates, sign),
  };
};

/** The root that issued the certificate of the document signer. */
async function rootOf({ server }: World): Promise<Uint8Array> {
  const { keyring, register } = server.context.keys;
  const { root } = await keyring.documentSigner();
  return (await register.list()).find(({ keyId }) => keyId === root)?.certificate as Uint8Array;
}

/** What a server can do wrong inside of what only the device reads. */
export const msoWrongWays = (world: () => World): readonly WrongWay[] => [
  ['an MSO has a value inside digestIdMapping', 'msos.no-values', () => remade(world, withValue)],
  [
    'an MSO is signed before the certificate of its signer begins',
    'msos.signed-in-time',
    () =>
      remade(world, (right, at) =>
        signedAgain(right, at, {
          signed: right.issuerAuth.mobileSecurityObject.validityInfo.signed - 400 * DAY,
        }),
      ),
  ],
  [
    'an MSO has the root in x5chain',
    'msos.no-root',
    () =>
      remade(world, async (right, at) =>
        signedAgain(right, at, { certificates: [...right.issuerAuth.certificates, await rootOf(at)] }),
      ),
  ],
];
