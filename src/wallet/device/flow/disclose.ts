import { type CborValue, decode } from '../../../formats/cbor/index.ts';
import {
  type Document,
  type DocumentElementErrors,
  encodeDeviceResponse,
  type IssuerAuth,
  type IssuerNameSpaces,
  signDeviceAuthentication,
} from '../../../formats/mdoc/index.ts';
import { DeviceStateError } from '../../errors.ts';
import type { DeviceKey } from '../device-key.ts';

export interface PresentationRequest {
  /** Element identifiers by namespace. */
  readonly docRequest: Readonly<Record<string, readonly string[]>>;
  /** Encoded SessionTranscript, without tag 24. */
  readonly sessionTranscript: Uint8Array;
}

export interface ElementName {
  readonly namespace: string;
  readonly identifier: string;
}

export interface Presentation {
  /** Encoded DeviceResponse (ISO 18013-5 8.3.2.1.2.2). */
  readonly deviceResponse: Uint8Array;
  readonly disclosed: readonly (ElementName & { readonly value: CborValue })[];
  /** Requested elements that the credential does not have. */
  readonly missing: readonly ElementName[];
}

/** What an issuer signed, with the values of all elements. */
interface Held {
  readonly docType: string;
  readonly nameSpaces: IssuerNameSpaces;
  readonly issuerAuth: IssuerAuth;
}

/** ISO 18013-5 8.3.2.1.2.3: data not returned, no reason given. */
const NOT_RETURNED = 0;

const requestedElements = ({ docRequest }: PresentationRequest): readonly ElementName[] =>
  Object.entries(docRequest).flatMap(([namespace, identifiers]) =>
    [...new Set(identifiers)].map((identifier) => ({ namespace, identifier })),
  );

function errorsOf(missing: readonly ElementName[]): DocumentElementErrors {
  const byNamespace = Map.groupBy(missing, ({ namespace }) => namespace);
  return new Map(
    [...byNamespace].map(([namespace, names]) => [
      namespace,
      new Map(names.map(({ identifier }) => [identifier, NOT_RETURNED])),
    ]),
  );
}

/** The requested items. A namespace without one is left out: each has at least one item (ISO/IEC 18013-5, 8.3.2.1.2.2). */
const only = (held: IssuerNameSpaces, { docRequest }: PresentationRequest): IssuerNameSpaces =>
  new Map(
    [...held].flatMap(([namespace, items]) => {
      const wanted = Object.hasOwn(docRequest, namespace) ? docRequest[namespace]! : [];
      const shown = items.filter(({ elementIdentifier }) => wanted.includes(elementIdentifier));
      return shown.length > 0 ? [[namespace, shown] as const] : [];
    }),
  );

/** Signs the requested elements for a reader. @throws DeviceStateError `nothingToDisclose` */
export async function disclose(
  { docType, nameSpaces: held, issuerAuth }: Held,
  { sign }: DeviceKey,
  request: PresentationRequest,
): Promise<Presentation> {
  const requested = requestedElements(request).map((name) => ({
    ...name,
    item: held.get(name.namespace)?.find(({ elementIdentifier }) => elementIdentifier === name.identifier),
  }));
  const disclosed = requested.flatMap(({ item, ...name }) =>
    item ? [{ ...name, value: decode(item.elementValue) }] : [],
  );
  const missing = requested.flatMap(({ item, ...name }) => (item ? [] : [name]));
  if (disclosed.length === 0)
    throw new DeviceStateError('nothingToDisclose', 'the credential holds none of the requested elements');
  const nameSpaces = new Map();
  const { sessionTranscript } = request;
  const deviceAuth = await signDeviceAuthentication({ sessionTranscript, docType, nameSpaces }, sign);
  const document: Document = {
    docType,
    issuerSigned: { nameSpaces: only(held, request), issuerAuth },
    deviceSigned: { nameSpaces, deviceAuth },
    ...(missing.length > 0 ? { errors: errorsOf(missing) } : {}),
  };
  return {
    deviceResponse: encodeDeviceResponse({ version: '1.0', documents: [document], status: 0 }),
    disclosed,
    missing,
  };
}
