import { hash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { closed } from '../../conventions/admin/index.ts';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import type { Seal } from '../ports/seals.ts';

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** What a seal says; digests are SHA-256 in hex. */
const SealStatement = Type.Object(
  {
    seal: Type.Integer({ minimum: 1 }),
    /** Digest of the statement before; absent in the first. */
    previous: Type.Optional(Digest),
    lines: Type.Integer({ minimum: 1 }),
    lastChangeId: Type.String({ minLength: 1, maxLength: 256 }),
    /** Of the digests of the lines, one behind the other. */
    linesDigest: Digest,
    sealTime: Type.String({ maxLength: 40 }),
    keyId: Type.String({ maxLength: 64 }),
    /** The key: uncompressed P-256 point, hex. */
    key: Type.String({ pattern: '^04[0-9a-f]{128}$' }),
  },
  closed,
);
export type SealStatement = Static<typeof SealStatement>;

const shape = Compile(SealStatement);

export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

export const statementText = (statement: SealStatement): string => canonicalJson(statement);

/** What names a key to people: the digest of its point. */
export const keyDigest = ({ key }: Pick<SealStatement, 'key'>): string => sha256(Buffer.from(key, 'hex'));

/** Undefined for a text that is no statement. */
export function parseStatement(text: string): SealStatement | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return shape.Check(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Of a seal that was made here. */
export function statementOf({ statement }: Pick<Seal, 'statement'>): SealStatement {
  const parsed = parseStatement(statement);
  if (parsed) return parsed;
  throw new Error('the last seal of the trail is damaged; diptych events verify says more');
}
