import {
  contextConstructed,
  contextPrimitive,
  type DerReader,
  decodeString,
  derWriter,
  encodeString,
  TAG,
  tagNumber,
} from '../../der/index.ts';
import type { Certificate } from '../certificate.ts';
import { encodable } from '../name.ts';
import { OID } from '../oid.ts';
import { encodeExtension, readExtension } from './read-extension.ts';

/** RFC 5280 4.2.1.6; forms without IA5 text have an empty value. */
export interface GeneralName {
  readonly form: 'email' | 'dns' | 'uri' | 'other';
  readonly value: string;
}

const TEXT_FORMS: ReadonlyMap<number, GeneralName['form']> = new Map([
  [1, 'email'],
  [2, 'dns'],
  [6, 'uri'],
]);

/** Reads GeneralName elements until the cursor's end. */
function readGeneralNames(reader: DerReader): readonly GeneralName[] {
  const names: GeneralName[] = [];
  while (!reader.done) {
    const number = tagNumber(reader.peek());
    const form = TEXT_FORMS.get(number);
    if (form === undefined) {
      reader.wellFormedElement();
      names.push({ form: 'other', value: '' });
    } else {
      const at = reader.offset;
      const value = decodeString(TAG.ia5String, reader.content(contextPrimitive(number)), at);
      names.push({ form, value });
    }
  }
  return names;
}

export const issuerAltName = (certificate: Certificate): readonly GeneralName[] | undefined =>
  readExtension(certificate, OID.issuerAltName, (reader) => readGeneralNames(reader.sequence()));

const text = (number: number, value: string): Uint8Array =>
  derWriter.element(
    contextPrimitive(number),
    encodable('URI or email', () => encodeString('ia5String', value)),
  );

const encodeUri = (uri: string): Uint8Array => text(6, uri);

/** A URI or an rfc822Name. */
export type IssuerContact = { readonly uri: string } | { readonly email: string };

export const encodeIssuerAltName = (contact: IssuerContact): Uint8Array =>
  encodeExtension(
    OID.issuerAltName,
    false,
    derWriter.sequence('uri' in contact ? encodeUri(contact.uri) : text(1, contact.email)),
  );

/** RFC 5280 4.2.1.13 */
export interface DistributionPoint {
  readonly names: readonly GeneralName[];
  readonly hasReasons: boolean;
  readonly hasIssuer: boolean;
}

export const crlDistributionPoints = (certificate: Certificate): readonly DistributionPoint[] | undefined =>
  readExtension(certificate, OID.crlDistributionPoints, (reader) => {
    const points: DistributionPoint[] = [];
    const list = reader.sequence();
    do points.push(readPoint(list.sequence()));
    while (!list.done);
    return points;
  });

function readPoint(fields: DerReader): DistributionPoint {
  const names = fields.nextIs(contextConstructed(0)) ? readPointName(fields.explicit(0)) : [];
  const hasReasons = fields.nextIs(contextPrimitive(1));
  if (hasReasons) fields.bitString(contextPrimitive(1));
  const hasIssuer = fields.nextIs(contextConstructed(2));
  if (hasIssuer) fields.wellFormedElement();
  fields.end();
  return { names, hasReasons, hasIssuer };
}

function readPointName(choice: DerReader): readonly GeneralName[] {
  if (choice.nextIs(contextConstructed(0))) {
    const names = readGeneralNames(choice.explicit(0));
    choice.end();
    return names;
  }
  choice.wellFormedElement();
  choice.end();
  return [{ form: 'other', value: '' }];
}

export function encodeCrlDistributionPoints(uri: string): Uint8Array {
  const point = derWriter.sequence(derWriter.explicit(0, derWriter.explicit(0, encodeUri(uri))));
  return encodeExtension(OID.crlDistributionPoints, false, derWriter.sequence(point));
}
