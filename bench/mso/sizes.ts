import { sigStructure } from '../../src/formats/cose/index.ts';
import { DerReader, TAG } from '../../src/formats/der/index.ts';
import {
  completeStaticAuthData,
  decodeStaticAuthData,
  encodeIssuerSignedItem,
  type IssuerSigned,
  type MsoNamespace,
} from '../../src/formats/mdoc/index.ts';
import { NAMESPACES } from './document.ts';
import type { DeviceKey } from './fixture.ts';

/** Sizes in bytes of the inputs of the primitives for one MSO. */
export interface Sizes {
  /** Size of each IssuerSignedItemBytes. */
  readonly items: readonly number[];
  readonly salt: number;
  /** Size of the Sig_structure of the MSO. */
  readonly signed: number;
  readonly staticAuthData: number;
  /** Sizes of the certificate of an authentication key and of its signed part. */
  readonly certificate: number;
  readonly tbsCertificate: number;
}

/** IssuerSigned as the holder completes it. */
export function issuerSignedOf(
  staticAuthData: Uint8Array,
  namespaces: readonly MsoNamespace[] = NAMESPACES,
): IssuerSigned {
  return completeStaticAuthData(
    decodeStaticAuthData(staticAuthData),
    (namespace, identifier) =>
      namespaces
        .find(({ name }) => name === namespace)
        ?.elements.find((element) => element.identifier === identifier)?.value,
  );
}

export function sizesOf(
  staticAuthData: Uint8Array,
  { certificate }: Pick<DeviceKey, 'certificate'>,
  namespaces?: readonly MsoNamespace[],
): Sizes {
  const { nameSpaces, issuerAuth } = issuerSignedOf(staticAuthData, namespaces);
  const items = [...nameSpaces!.values()].flat();
  const { protectedBytes, payload } = issuerAuth.sign1;
  return {
    items: items.map((item) => encodeIssuerSignedItem(item).length),
    salt: items[0]!.random.length,
    signed: sigStructure(protectedBytes, payload!).length,
    staticAuthData: staticAuthData.length,
    certificate: certificate.length,
    tbsCertificate: new DerReader(certificate).sequence().element(TAG.sequence).length,
  };
}
