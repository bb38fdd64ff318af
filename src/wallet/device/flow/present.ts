import { type CborValue, decode } from '../../../formats/cbor/index.ts';
import {
  completeStaticAuthData,
  type Document,
  type DocumentElementErrors,
  decodeStaticAuthData,
  encodeDeviceResponse,
  type IssuerNameSpaces,
  signDeviceAuthentication,
} from '../../../formats/mdoc/index.ts';
import { DeviceStateError } from '../../errors.ts';
import { type DeviceContext, storedCredential } from '../context.ts';
import type { AuthKey } from '../device-state.ts';
import { storedValues } from './accept-mso.ts';
import { decodeCredential } from './decode-credential.ts';

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

/** ISO 18013-5 8.3.2.1.2.3: data not returned, no reason given. */
const NOT_RETURNED = 0;

function requestedElements({ docRequest }: PresentationRequest): readonly ElementName[] {
  return Object.entries(docRequest).flatMap(([namespace, identifiers]) =>
    [...new Set(identifiers)].map((identifier) => ({ namespace, identifier })),
  );
}

function unusedKey({ state, clock }: DeviceContext): AuthKey & Required<Pick<AuthKey, 'certified'>> {
  const now = clock();
  for (const { certified, ...authKey } of state().authKeys) {
    if (certified && certified.expiresAt > now) return { ...authKey, certified };
  }
  throw new DeviceStateError('noAuthKey', 'there is no unused authentication key left; refresh first');
}

function errorsOf(missing: readonly ElementName[]): DocumentElementErrors {
  const byNamespace = Map.groupBy(missing, ({ namespace }) => namespace);
  return new Map(
    [...byNamespace].map(([namespace, names]) => [
      namespace,
      new Map(names.map(({ identifier }) => [identifier, NOT_RETURNED])),
    ]),
  );
}

function only(mapping: IssuerNameSpaces, { docRequest }: PresentationRequest): IssuerNameSpaces {
  return new Map(
    [...mapping].map(([namespace, items]) => {
      const wanted = Object.hasOwn(docRequest, namespace) ? docRequest[namespace]! : [];
      return [namespace, items.filter(({ elementIdentifier }) => wanted.includes(elementIdentifier))];
    }),
  );
}

/**
 * Answers a reader with an authentication key, which is never used again. Assumes that the user consented and
 * was authenticated. Throws DeviceStateError `nothingToDisclose` or `noAuthKey`.
 */
export async function present(context: DeviceContext, request: PresentationRequest): Promise<Presentation> {
  const { docType, authKeys } = context.state();
  const storedValue = storedValues(decodeCredential(storedCredential(context).bytes));
  const requested = requestedElements(request).map((name) => ({
    ...name,
    value: storedValue(name.namespace, name.identifier),
  }));
  const disclosed = requested.flatMap(({ value, ...name }) =>
    value ? [{ ...name, value: decode(value) }] : [],
  );
  const missing = requested.flatMap(({ value, ...name }) => (value ? [] : [name]));
  if (disclosed.length === 0) {
    throw new DeviceStateError('nothingToDisclose', 'the credential holds none of the requested elements');
  }
  const authKey = unusedKey(context);
  await context.update({ authKeys: authKeys.filter(({ key }) => key !== authKey.key) });
  const data = decodeStaticAuthData(authKey.certified.staticAuthData);
  const { issuerAuth } = data;
  const issuerSigned = completeStaticAuthData(
    { digestIdMapping: only(data.digestIdMapping, request), issuerAuth },
    storedValue,
  );
  const nameSpaces = new Map();
  const { sessionTranscript } = request;
  const deviceAuth = await signDeviceAuthentication(
    { sessionTranscript, docType, nameSpaces },
    authKey.key.sign,
  );
  const document: Document = {
    docType,
    issuerSigned,
    deviceSigned: { nameSpaces, deviceAuth },
    ...(missing.length > 0 ? { errors: errorsOf(missing) } : {}),
  };
  return {
    deviceResponse: encodeDeviceResponse({ version: '1.0', documents: [document], status: 0 }),
    disclosed,
    missing,
  };
}
