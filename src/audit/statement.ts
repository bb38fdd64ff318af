import { hash, verify } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canonicalJson } from '../conventions/json.ts';
import { closed } from '../conventions/json-schema.ts';
import { publicKeyFromPoint } from '../formats/ec/index.ts';
import type { Seal } from './ports/seals.ts';

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Point = Type.String({ pattern: '^04[0-9a-f]{128}$' });
const Name = Type.String({ maxLength: 256 });

/** Why a key was changed, and by whom. */
const Cause = {
  reason: Type.String({ maxLength: 64 }),
  operatorId: Name,
  approverId: Type.Optional(Name),
};

/** Signed by the old key when a new key replaces it. */
const Announcement = Type.Object(
  {
    keyId: Type.String({ maxLength: 64 }),
    key: Point,
    /** Digest of the last statement under the old key. */
    previous: Digest,
    time: Type.String({ maxLength: 40 }),
    ...Cause,
  },
  closed,
);
export type Announcement = Static<typeof Announcement>;

/**
 * Since format 2, seals cover entries of every kind; since format 3, they have a tree. Versions that do not know the
 * format cannot read the seal, so their processes stop sealing. Otherwise they would seal without what is new.
 */
export const FORMAT = 3;

/** The content of a seal; digests are SHA-256 in hex. */
const SealStatement = Type.Object(
  {
    seal: Type.Integer({ minimum: 1 }),
    /** Absent in seals from before the common log of all changes. */
    format: Type.Optional(Type.Union([Type.Literal(2), Type.Literal(FORMAT)])),
    /** Digest of the previous statement; absent in the first one. */
    previous: Type.Optional(Digest),
    /** 0 in a seal that only starts a new key or format. */
    lines: Type.Integer({ minimum: 0 }),
    lastChangeId: Type.String({ maxLength: 256 }),
    /** SHA-256 of the concatenated digests of the lines. */
    linesDigest: Digest,
    /**
     * The Merkle tree (RFC 6962) over the digests of all lines from the first one on. Absent before format 3.
     */
    tree: Type.Optional(Type.Object({ size: Type.Integer({ minimum: 0 }), root: Digest }, closed)),
    sealTime: Type.String({ maxLength: 40 }),
    keyId: Type.String({ maxLength: 64 }),
    /** The key: uncompressed P-256 point, hex. */
    key: Point,
    /** In the first seal of a key: what the previous key signed. */
    keyChange: Type.Optional(
      Type.Object(
        {
          announcement: Type.String({ maxLength: 2048 }),
          signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
        },
        closed,
      ),
    ),
    /** In the first seal of a key that people vouch for, because the previous key could not announce it. */
    reset: Type.Optional(
      Type.Object(
        {
          ...Cause,
          /** The last seal that was seen, if it is missing in the audit log. */
          seen: Type.Optional(Type.Object({ seal: Type.Integer({ minimum: 1 }), head: Digest }, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type SealStatement = Static<typeof SealStatement>;

const shape = Compile(SealStatement);
const announcementShape = Compile(Announcement);

export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

export const statementText = (statement: SealStatement): string => canonicalJson(statement);

export const announcementText = (announcement: Announcement): string => canonicalJson(announcement);

/** The digest of the point of a key, by which people identify the key. */
export const keyDigest = ({ key }: Pick<SealStatement, 'key'>): string => sha256(Buffer.from(key, 'hex'));

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined if the text is not a statement. */
export function parseStatement(text: string): SealStatement | undefined {
  const parsed = json(text);
  return shape.Check(parsed) ? parsed : undefined;
}

/** Undefined if the text is not an announcement. */
export function parseAnnouncement(text: string): Announcement | undefined {
  const parsed = json(text);
  return announcementShape.Check(parsed) ? parsed : undefined;
}

/** Whether the key signed the text: ECDSA P-256 with SHA-256, r ‖ s. */
export function isSignedBy(
  { key }: Pick<SealStatement, 'key'>,
  text: string,
  signature: Uint8Array,
): boolean {
  try {
    const point = publicKeyFromPoint(Buffer.from(key, 'hex'));
    const options = { key: point, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', Buffer.from(text, 'utf8'), options, signature);
  } catch {
    return false;
  }
}

/**
 * The seals in the database do not match the pinned key or the last seal seen. The message says what to do,
 * in fixed words.
 */
export class SealFault extends Error {
  override readonly name = 'SealFault';
}

/** The statement of a seal that this server made. @throws SealFault */
export function statementOf({ statement }: Pick<Seal, 'statement'>): SealStatement {
  const parsed = parseStatement(statement);
  if (parsed) return parsed;
  throw new SealFault('the last seal of the audit log is damaged; diptych events verify says more');
}
