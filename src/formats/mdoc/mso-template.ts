import { encodeInOrder, MAJOR } from '../cbor/index.ts';
import { type DigestIdRange, digestIdRange, permutationBytes } from './digest-ids.ts';
import { X5CHAIN, x5chain } from './issuer-auth.ts';
import { ENCODED_NULL } from './issuer-signed.ts';
import {
  head,
  type ItemSlots,
  itemPieces,
  itemSlots,
  type Layout,
  layOut,
  type PayloadShape,
  type PayloadSlots,
  type Pieces,
  payloadPieces,
  payloadSlots,
  SALT_LENGTH,
  slot,
  totalSize,
  wrapped,
} from './mso-template-layout.ts';
import {
  checkMsoTemplateSpec,
  type MsoNamespace,
  type MsoTemplateSpec,
  type SignerValidity,
} from './mso-template-spec.ts';

/** Where one element is filled in: offsets into its digest input and into StaticAuthData. */
export interface ElementPlaces {
  /**
   * IssuerSignedItemBytes with the value, the input of the digest. Each MSO overwrites the id and the salt.
   */
  readonly item: Uint8Array;
  /** The salt: a view of the random bytes of the template. */
  readonly salt: Uint8Array;
  readonly itemId: number;
  readonly itemSalt: number;
  readonly mappingId: number;
  readonly mappingSalt: number;
}

export interface NamespacePlaces {
  readonly range: DigestIdRange;
  readonly elements: readonly ElementPlaces[];
  /** The offsets of the digests in the signed bytes, in the order of their digest ids. */
  readonly digests: readonly number[];
}

/** The common bytes of all MSOs of a template, and the positions where they differ. */
export interface MsoSkeleton {
  /** Sig_structure; ends with the payload. */
  readonly toBeSigned: Uint8Array;
  readonly staticAuthData: Uint8Array;
  readonly namespaces: readonly NamespacePlaces[];
  /** Offsets into the signed bytes. */
  readonly payload: number;
  readonly x: number;
  readonly y: number;
  readonly dates: readonly number[];
  readonly idx?: number;
  readonly uri?: number;
  /** Offsets into StaticAuthData. */
  readonly payloadCopy: number;
  readonly signature: number;
}

/** One credential version, ready to issue MSOs from. */
export interface MsoTemplate {
  readonly docType: string;
  readonly signerValidity: SignerValidity;
  /**
   * Random bytes of one MSO, overwritten for each MSO: the salts, followed by the bytes for the permutations
   * of the digest ids.
   */
  readonly random: Uint8Array;
  readonly saltsLength: number;
  readonly skeleton: (shape: PayloadShape) => MsoSkeleton;
}

interface NamespaceParts extends MsoNamespace {
  readonly range: DigestIdRange;
  readonly itemSlots: readonly ItemSlots[];
  readonly mappingSlots: readonly ItemSlots[];
}

/** Inputs of the digests, overwritten for each MSO. */
interface DigestInputs {
  readonly items: Layout;
  readonly random: Uint8Array;
}

export const SIGNATURE_LENGTH = 64;
const FORM_OF_SIGNED = encodeInOrder('Signature1');
const ES256_PROTECTED = encodeInOrder(Uint8Array.of(0xa1, 0x01, 0x26));
const NO_EXTERNAL_AAD = head(MAJOR.bytes, 0);

/** Encodes the common content of all MSOs of a credential version once. Throws MdocError. */
export function createMsoTemplate(spec: MsoTemplateSpec): MsoTemplate {
  const signerValidity = checkMsoTemplateSpec(spec);
  const namespaces = spec.namespaces.map(namespaceParts);
  const items = layOutItems(namespaces);
  const counts = namespaces.map(({ range }) => range.count);
  const saltsLength = SALT_LENGTH * counts.reduce((sum, count) => sum + count, 0);
  const random = new Uint8Array(counts.reduce((sum, count) => sum + permutationBytes(count), saltsLength));
  const skeletons = new Map<string, MsoSkeleton>();
  return {
    docType: spec.docType,
    signerValidity,
    saltsLength,
    random,
    skeleton(shape) {
      const { expectedUpdate, status } = shape;
      const key = `${expectedUpdate} ${status?.idx} ${status?.uri}`;
      const known = skeletons.get(key);
      if (known !== undefined) return known;
      const made = makeSkeleton(spec, namespaces, { items, random }, shape);
      skeletons.set(key, made);
      return made;
    },
  };
}

function namespaceParts(namespace: MsoNamespace): NamespaceParts {
  const range = digestIdRange(namespace.elements.length);
  const slots = () => namespace.elements.map(() => itemSlots(range));
  return { ...namespace, range, itemSlots: slots(), mappingSlots: slots() };
}

const layOutItems = (namespaces: readonly NamespaceParts[]): Layout =>
  layOut(
    namespaces.flatMap(({ elements, range, itemSlots }) =>
      elements.flatMap(({ identifier, value }, index) =>
        itemPieces(range, itemSlots[index]!, identifier, value),
      ),
    ),
  );

function makeSkeleton(
  spec: MsoTemplateSpec,
  namespaces: readonly NamespaceParts[],
  inputs: DigestInputs,
  shape: PayloadShape,
): MsoSkeleton {
  const slots = payloadSlots(
    namespaces.map(({ range }) => range),
    shape,
  );
  const payload = payloadPieces(spec.docType, namespaces, slots);
  const signed = layOut(sigStructurePieces(payload));
  const payloadLength = totalSize(payload);
  const payloadSlot = slot(payloadLength);
  const signatureSlot = slot(SIGNATURE_LENGTH);
  const data = layOut([
    ...mappingPieces(namespaces),
    encodeInOrder('issuerAuth'),
    head(MAJOR.array, 4),
    ES256_PROTECTED,
    encodeInOrder(new Map([[X5CHAIN, x5chain(spec.documentSignerCertificates)]])),
    ...wrapped(MAJOR.bytes, [payloadSlot]),
    ...wrapped(MAJOR.bytes, [signatureSlot]),
  ]);
  return {
    toBeSigned: signed.bytes,
    staticAuthData: data.bytes,
    namespaces: places(namespaces, inputs, signed, data, slots),
    payload: signed.bytes.length - payloadLength,
    x: signed.offsetOf(slots.x),
    y: signed.offsetOf(slots.y),
    dates: slots.dates.map(signed.offsetOf),
    ...(slots.status && { idx: signed.offsetOf(slots.status.idx), uri: signed.offsetOf(slots.status.uri) }),
    payloadCopy: data.offsetOf(payloadSlot),
    signature: data.offsetOf(signatureSlot),
  };
}

/** Sig_structure of RFC 9052 4.4. */
const sigStructurePieces = (payload: Pieces): Pieces => [
  head(MAJOR.array, 4),
  FORM_OF_SIGNED,
  ES256_PROTECTED,
  NO_EXTERNAL_AAD,
  ...wrapped(MAJOR.bytes, payload),
];

const mappingPieces = (namespaces: readonly NamespaceParts[]): Pieces => [
  head(MAJOR.map, 2),
  encodeInOrder('digestIdMapping'),
  head(MAJOR.map, namespaces.length),
  ...namespaces.flatMap(({ name, elements, range, mappingSlots }) => [
    encodeInOrder(name),
    head(MAJOR.array, elements.length),
    ...elements.flatMap(({ identifier }, index) =>
      itemPieces(range, mappingSlots[index]!, identifier, ENCODED_NULL),
    ),
  ]),
];

function places(
  namespaces: readonly NamespaceParts[],
  { items, random }: DigestInputs,
  signed: Layout,
  data: Layout,
  slots: PayloadSlots,
): readonly NamespacePlaces[] {
  let saltsEnd = 0;
  return namespaces.map(({ range, itemSlots, mappingSlots }, index) => ({
    range,
    digests: slots.digests[index]!.map(signed.offsetOf),
    elements: itemSlots.map(({ start, id, salt, end }, element) => {
      const itemStart = items.offsetOf(start);
      saltsEnd += SALT_LENGTH;
      return {
        item: items.bytes.subarray(itemStart, items.offsetOf(end)),
        salt: random.subarray(saltsEnd - SALT_LENGTH, saltsEnd),
        itemId: items.offsetOf(id) - itemStart,
        itemSalt: items.offsetOf(salt) - itemStart,
        mappingId: data.offsetOf(mappingSlots[element]!.id),
        mappingSalt: data.offsetOf(mappingSlots[element]!.salt),
      };
    }),
  }));
}
