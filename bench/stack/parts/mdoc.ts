import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto';
import { DataItem, Document } from '@auth0/mdl';
import { X509Certificate } from '@peculiar/x509';
import { Tag } from 'cbor-x';
import { decodeCbor, encodeCbor } from './cbor.ts';
import { DOC_TYPE } from './doc-type.ts';
import { base64, sha256 } from './envelope.ts';
import type { IssuerKeys } from './keys.ts';
import { Refusal } from './refusal.ts';

const ISO = 'org.iso.18013.5.1';
const DAY = 86_400_000;
const FULL_DATE = 1004;
const PROOF_OF_BINDING = '1.3.6.1.4.1.11129.2.1.26';

/** The elements of a holder by namespace, as they are stored: dates as text, the portrait in base64. */
export type HolderRecord = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type Values = Record<string, Record<string, unknown>>;

const DATES = new Set(['birth_date', 'issue_date', 'expiry_date']);
const TIMES = new Set(['portrait_capture_date']);

const ages = [13, 15, 16, 18, 21, 25, 60, 62, 65, 68];

function withAges(record: HolderRecord): Values {
  const born = new Date(String(record[ISO]?.birth_date));
  const today = new Date();
  const isBeforeBirthday =
    today.getUTCMonth() * 100 + today.getUTCDate() < born.getUTCMonth() * 100 + born.getUTCDate();
  const age = today.getUTCFullYear() - born.getUTCFullYear() - (isBeforeBirthday ? 1 : 0);
  const derived = Object.fromEntries(ages.map((least) => [`age_over_${least}`, age >= least]));
  return { ...record, [ISO]: { ...record[ISO], ...derived } };
}

/** The values as @auth0/mdl takes them. It makes full dates from the texts itself, in place. */
export function valuesForLibrary(record: HolderRecord): Values {
  const values = structuredClone(withAges(record));
  const own = values[ISO]!;
  own.portrait = new Uint8Array(Buffer.from(String(own.portrait), 'base64'));
  for (const name of TIMES) if (name in own) own[name] = new Date(String(own[name]));
  return values;
}

const fullDate = (text: unknown) => new Tag(text, FULL_DATE);

/** The same values for cbor-x. */
function valuesForCredential(record: HolderRecord): Values {
  const values = valuesForLibrary(record);
  const own = values[ISO]!;
  for (const name of DATES) if (name in own) own[name] = fullDate(own[name]);
  for (const name of TIMES) {
    if (name in own) own[name] = new Tag(`${(own[name] as Date).toISOString().slice(0, 19)}Z`, 0);
  }
  own.driving_privileges = (own.driving_privileges as Record<string, unknown>[]).map((privilege) =>
    Object.fromEntries(
      Object.entries(privilege).map(([name, value]) => [name, DATES.has(name) ? fullDate(value) : value]),
    ),
  );
  return values;
}

const PROFILE = 0;

/** `{provisionedData, accessControlProfiles}` */
export function encodeCredential(record: HolderRecord): Buffer {
  const provisionedData = Object.entries(valuesForCredential(record)).map(
    ([namespace, elements]) =>
      [
        namespace,
        Object.entries(elements).map(([name, value]) => ({ name, value, accessControlProfiles: [PROFILE] })),
      ] as const,
  );
  return encodeCbor({
    provisionedData: new Map(provisionedData),
    accessControlProfiles: [{ id: PROFILE }],
  });
}

/** Checks that the device stored this credential. Returns the hash to which authentication keys are bound. */
export function checkProofOfProvisioning(payload: Uint8Array, credential: Uint8Array): Buffer {
  const [kind, docType, profiles, data, isTest] = decodeCbor(payload) as unknown[];
  const stored = decodeCbor(credential) as ReadonlyMap<string, unknown>;
  const isSame = (one: unknown, other: unknown) => encodeCbor(one).equals(encodeCbor(other));
  const isProof =
    kind === 'ProofOfProvisioning' &&
    docType === DOC_TYPE &&
    isTest === false &&
    isSame(profiles, stored.get('accessControlProfiles')) &&
    isSame(data, stored.get('provisionedData'));
  if (!isProof) throw new Refusal('invalidFieldValue', 'the device stored something else');
  return sha256(payload);
}

/** The public key of an authentication key certificate that the device made. */
export async function certifiedKey(
  bytes: Uint8Array<ArrayBuffer>,
  credentialKey: webcrypto.CryptoKey,
  popHash: Uint8Array,
): Promise<KeyObject> {
  const certificate = new X509Certificate(bytes);
  if (!(await certificate.verify({ publicKey: credentialKey, date: new Date() }))) {
    throw new Refusal('invalidFieldValue', 'an authentication key is not signed by the credential key');
  }
  const binding = certificate.getExtension(PROOF_OF_BINDING);
  const [, bound] = binding ? (decodeCbor(new Uint8Array(binding.value)) as Uint8Array[]) : [];
  if (!bound || Buffer.compare(bound, popHash) !== 0) {
    throw new Refusal('invalidFieldValue', 'an authentication key is bound to another proof');
  }
  const spki = Buffer.from(certificate.publicKey.rawData);
  return createPublicKey({ key: spki, format: 'der', type: 'spki' });
}

export interface IssuedMso {
  readonly bytes: Buffer;
  readonly expiresAt: number;
}

/** The document of one key, signed by the library. */
async function signedDocument(values: Values, deviceKey: KeyObject, { documentSigner }: IssuerKeys) {
  const document = new Document(DOC_TYPE);
  for (const [namespace, elements] of Object.entries(values)) {
    document.addIssuerNameSpace(namespace, elements);
  }
  const signed = Math.floor(Date.now() / DAY) * DAY;
  const expiresAt = signed + 30 * DAY;
  const issued = await document
    .useDigestAlgorithm('SHA-256')
    .addValidityInfo({
      signed: new Date(signed),
      validUntil: new Date(expiresAt),
      expectedUpdate: new Date(signed + 20 * DAY),
    })
    .addDeviceKeyInfo({ deviceKey: deviceKey.export({ format: 'jwk' }) as never })
    .sign({
      issuerPrivateKey: documentSigner.jwk as never,
      issuerCertificate: new Uint8Array(documentSigner.certificate.rawData),
      alg: 'ES256',
    });
  const { nameSpaces, issuerAuth } = issued.issuerSigned;
  return {
    nameSpaces: Object.entries(nameSpaces),
    issuerAuth: issuerAuth.getContentForEncoding(),
    expiresAt,
  };
}

/** An item without its value: the device has the values from provisioning. */
const withoutValue = ({ data }: { readonly data: ReadonlyMap<string, unknown> }): DataItem =>
  DataItem.fromData(new Map([...data, ['elementValue', null]]));

/** StaticAuthData for one authentication key. */
export async function issueMso(values: Values, deviceKey: KeyObject, keys: IssuerKeys): Promise<IssuedMso> {
  const { nameSpaces, issuerAuth, expiresAt } = await signedDocument(values, deviceKey, keys);
  const digestIdMapping = nameSpaces.map(
    ([namespace, items]) =>
      [namespace, items.map((item) => new Tag(withoutValue(item.dataItem).buffer, 24))] as const,
  );
  return { bytes: encodeCbor({ digestIdMapping: new Map(digestIdMapping), issuerAuth }), expiresAt };
}

/** IssuerSigned for one key of a wallet. */
export async function issueIssuerSigned(
  values: Values,
  deviceKey: KeyObject,
  keys: IssuerKeys,
): Promise<IssuedMso> {
  const { nameSpaces, issuerAuth, expiresAt } = await signedDocument(values, deviceKey, keys);
  const items = nameSpaces.map(
    ([namespace, own]) => [namespace, own.map(({ dataItem }) => new Tag(dataItem.buffer, 24))] as const,
  );
  return { bytes: encodeCbor({ nameSpaces: new Map(items), issuerAuth }), expiresAt };
}

export const certificateText = (certificate: X509Certificate): string => base64(certificate.rawData);
