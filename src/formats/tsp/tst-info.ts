import { contextConstructed, contextPrimitive, DerError, type DerReader, TAG } from '../der/index.ts';
import { readAlgorithm } from './algorithm.ts';

/** The content of a token (RFC 3161, section 2.4.2). */
export interface TstInfo {
  /** OBJECT IDENTIFIERs. */
  readonly policy: string;
  readonly hashAlgorithm: string;
  readonly imprint: Uint8Array;
  /** Milliseconds since 1970; smaller parts are cut off. */
  readonly time: number;
  readonly nonce?: bigint;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{0,8}[1-9]))?Z$/;

/** GeneralizedTime, which has fractions of a second here. */
function genTime(reader: DerReader): number {
  const at = reader.offset;
  const text = Buffer.from(reader.content(TAG.generalizedTime)).toString('latin1');
  const [, year, month, day, hour, minute, second, fraction = ''] = TIME.exec(text) ?? [];
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const time = Date.parse(iso);
  if (!Number.isNaN(time) && new Date(time).toISOString() === iso) return time;
  throw new DerError('invalidTime', at, 'malformed time');
}

/** Throws DerError. */
export function readTstInfo(reader: DerReader): TstInfo {
  const fields = reader.sequence();
  if (fields.smallInteger() !== 1) throw new DerError('invalidInteger', 0, 'unknown version of a time stamp');
  const policy = fields.objectIdentifier();
  const imprint = fields.sequence();
  const algorithm = readAlgorithm(imprint);
  const digest = imprint.octetString();
  imprint.end();
  fields.integerContent();
  const time = genTime(fields);
  if (fields.nextIs(TAG.sequence)) fields.wellFormedElement();
  if (fields.nextIs(TAG.boolean)) fields.boolean();
  const nonce = fields.nextIs(TAG.integer) ? fields.integer() : undefined;
  for (const tag of [contextConstructed(0), contextConstructed(1), contextPrimitive(1)])
    if (fields.nextIs(tag)) fields.wellFormedElement();
  fields.end();
  const info = { policy, hashAlgorithm: algorithm, imprint: digest, time };
  return nonce === undefined ? info : { ...info, nonce };
}
