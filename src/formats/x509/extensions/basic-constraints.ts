import { type DerReader, derWriter, TAG } from '../../der/index.ts';
import type { Certificate } from '../certificate.ts';
import { OID } from '../oid.ts';
import { encodeExtension, readExtension } from './read-extension.ts';

/** RFC 5280 4.2.1.9 */
export interface BasicConstraints {
  readonly ca: boolean;
  readonly pathLength?: number;
}

export const basicConstraints = (certificate: Certificate): BasicConstraints | undefined =>
  readExtension(certificate, OID.basicConstraints, decode);

function decode(reader: DerReader): BasicConstraints {
  const fields = reader.sequence();
  const ca = fields.nextIs(TAG.boolean) && fields.boolean();
  const pathLength = fields.done ? undefined : fields.smallInteger();
  fields.end();
  return pathLength === undefined ? { ca } : { ca, pathLength };
}

/** Critical BasicConstraints; `cA` FALSE is the default and leaves an empty sequence. */
export function encodeBasicConstraints({ ca, pathLength }: BasicConstraints): Uint8Array {
  const fields = ca ? [derWriter.boolean(true)] : [];
  if (pathLength !== undefined) fields.push(derWriter.integer(pathLength));
  return encodeExtension(OID.basicConstraints, true, derWriter.sequence(...fields));
}
