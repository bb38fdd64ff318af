import { contextConstructed, contextPrimitive, type DerReader, derWriter } from '../../der/index.ts';
import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import { encodeUri, type GeneralName, readGeneralNames } from './general-name.ts';
import { encodeExtension, readExtension } from './read-extension.ts';

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
