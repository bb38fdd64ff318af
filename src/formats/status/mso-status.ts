import type { CborValue } from '../cbor/index.ts';
import { MsoStatusError } from '../errors.ts';

interface Place {
  readonly uri: string;
  /** DER: the certificate that signed the top certificate of the list, if it is not the root of the document signer. */
  readonly certificate?: Uint8Array;
}

/** The member `status` of an MSO: where its status is found (ISO/IEC 18013-5, second edition, 12.3.6.3). */
export interface MsoStatus {
  readonly statusList?: Place & { readonly idx: number };
  readonly identifierList?: Place & { readonly id: Uint8Array };
}

export function encodeMsoStatus({ statusList, identifierList }: MsoStatus): CborValue {
  return {
    ...(statusList && { status_list: { idx: statusList.idx, ...encodePlace(statusList) } }),
    ...(identifierList && { identifier_list: { id: identifierList.id, ...encodePlace(identifierList) } }),
  };
}

const encodePlace = ({ uri, certificate }: Place) => ({ uri, ...(certificate && { certificate }) });

/** Ignores mechanisms and members that it does not know. Throws MsoStatusError `malformed`. */
export function decodeMsoStatus(status: CborValue): MsoStatus {
  if (!(status instanceof Map)) throw malformed('status is not a map');
  const list: CborValue = status.get('status_list');
  const identifiers: CborValue = status.get('identifier_list');
  return {
    ...(list !== undefined && { statusList: decodeStatusListInfo(list) }),
    ...(identifiers !== undefined && { identifierList: decodeIdentifierListInfo(identifiers) }),
  };
}

function decodeStatusListInfo(info: CborValue): NonNullable<MsoStatus['statusList']> {
  const place = decodePlace(info);
  const idx: CborValue = (info as ReadonlyMap<CborValue, CborValue>).get('idx');
  if (typeof idx !== 'number' || !Number.isSafeInteger(idx) || idx < 0) {
    throw malformed('idx is not an unsigned integer');
  }
  return { idx, ...place };
}

function decodeIdentifierListInfo(info: CborValue): NonNullable<MsoStatus['identifierList']> {
  const place = decodePlace(info);
  const id: CborValue = (info as ReadonlyMap<CborValue, CborValue>).get('id');
  if (!(id instanceof Uint8Array)) throw malformed('id is not a byte string');
  return { id, ...place };
}

function decodePlace(info: CborValue): Place {
  if (!(info instanceof Map)) throw malformed('a mechanism of status is not a map');
  const uri: CborValue = info.get('uri');
  const certificate: CborValue = info.get('certificate');
  if (typeof uri !== 'string') throw malformed('uri is not a text');
  if (certificate === undefined) return { uri };
  if (!(certificate instanceof Uint8Array)) throw malformed('certificate is not a byte string');
  return { uri, certificate };
}

const malformed = (message: string) => new MsoStatusError('malformed', message);
