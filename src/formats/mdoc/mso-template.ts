import { encodeInOrder, MAJOR } from '../cbor/index.ts';
import { head, type Layout, layOut, type Pieces, slot, totalSize, wrapped } from './byte-layout.ts';
import { type DigestIdRange, digestIdRange, permutationBytes } from './digest-ids.ts';
import { X5CHAIN, x5chain } from './issuer-auth.ts';
import { ENCODED_NULL } from './issuer-signed-item.ts';
import { type ItemSlots, itemPieces, itemSlots, SALT_LENGTH } from './mso-template-item.ts';
import { type PayloadSlots, payloadPieces, payloadSlots } from './mso-template-payload.ts';
import {
  checkMsoTemplateSpec,
  type MsoNamespace,
  type MsoTemplateSpec,
  type SignerValidity,
} from './mso-template-spec.ts';

/** Where one element is filled in; offsets into the digest inputs and into StaticAuthData. */
export interface ElementPlaces {
  readonly itemStart: number;
  readonly itemEnd: number;
  readonly itemId: number;
  readonly itemSalt: number;
  readonly mappingId: number;
  readonly mappingSalt: number;
}

export interface NamespacePlaces {
  readonly range: DigestIdRange;
  readonly elements: readonly ElementPlaces[];
  /** Offsets into what is signed, by digest id from the first one on. */
  readonly digests: readonly number[];
}

/** Everything that MSOs of the same form share, and where they differ. */
export interface MsoSkeleton {
  /** IssuerSignedItemBytes with their values, one after the other: the digest inputs. */
  readonly items: Uint8Array;
  /** Sig_structure; ends with the payload. */
  readonly toBeSigned: Uint8Array;
  readonly staticAuthData: Uint8Array;
  readonly namespaces: readonly NamespacePlaces[];
  /** Offsets into what is signed. */
  readonly payload: number;
  readonly x: number;
  readonly y: number;
  readonly dates: readonly number[];
  /** Offsets into StaticAuthData. */
  readonly payloadCopy: number;
  readonly signature: number;
}

/** One credential version, ready to issue MSOs from. Immutable. */
export interface MsoTemplate {
  readonly docType: string;
  readonly signerValidity: SignerValidity;
  /** Random bytes for one MSO: the salts, then the permutations of the digest ids. */
  readonly randomLength: number;
  readonly saltsLength: number;
  readonly skeleton: (expectedUpdate: boolean) => MsoSkeleton;
}

interface NamespaceParts extends MsoNamespace {
  readonly range: DigestIdRange;
  readonly itemSlots: readonly ItemSlots[];
  readonly mappingSlots: readonly ItemSlots[];
}

export const SIGNATURE_LENGTH = 64;
const FORM_OF_SIGNED = encodeInOrder('Signature1');
const ES256_PROTECTED = encodeInOrder(Uint8Array.of(0xa1, 0x01, 0x26));
const NO_EXTERNAL_AAD = head(MAJOR.bytes, 0);

/** Encodes once what all MSOs of a credential version have in common. Throws MdocError. */
export function createMsoTemplate(spec: MsoTemplateSpec): MsoTemplate {
  const signerValidity = checkMsoTemplateSpec(spec);
  const namespaces = spec.namespaces.map(namespaceParts);
  const items = layOutItems(namespaces);
  const counts = namespaces.map(({ range }) => range.count);
  const saltsLength = SALT_LENGTH * counts.reduce((sum, count) => sum + count, 0);
  const skeletons = new Map<boolean, MsoSkeleton>();
  return {
    docType: spec.docType,
    signerValidity,
    saltsLength,
    randomLength: counts.reduce((sum, count) => sum + permutationBytes(count), saltsLength),
    skeleton(expectedUpdate) {
      const known = skeletons.get(expectedUpdate);
      if (known !== undefined) return known;
      const made = makeSkeleton(spec, namespaces, items, expectedUpdate);
      skeletons.set(expectedUpdate, made);
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
  items: Layout,
  expectedUpdate: boolean,
): MsoSkeleton {
  const slots = payloadSlots(
    namespaces.map(({ range }) => range),
    expectedUpdate,
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
    items: items.bytes,
    toBeSigned: signed.bytes,
    staticAuthData: data.bytes,
    namespaces: places(namespaces, items, signed, data, slots),
    payload: signed.bytes.length - payloadLength,
    x: signed.offsetOf(slots.x),
    y: signed.offsetOf(slots.y),
    dates: slots.dates.map(signed.offsetOf),
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
  items: Layout,
  signed: Layout,
  data: Layout,
  slots: PayloadSlots,
): readonly NamespacePlaces[] {
  return namespaces.map(({ range, itemSlots, mappingSlots }, index) => ({
    range,
    digests: slots.digests[index]!.map(signed.offsetOf),
    elements: itemSlots.map(({ start, id, salt, end }, element) => ({
      itemStart: items.offsetOf(start),
      itemEnd: items.offsetOf(end),
      itemId: items.offsetOf(id),
      itemSalt: items.offsetOf(salt),
      mappingId: data.offsetOf(mappingSlots[element]!.id),
      mappingSalt: data.offsetOf(mappingSlots[element]!.salt),
    })),
  }));
}
