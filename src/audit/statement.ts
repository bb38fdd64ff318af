import { canonicalJson } from '../conventions/canonical-json.ts';
import { jsonOrUndefined } from '../conventions/strict-json.ts';
import type { Seal } from './ports/seals.ts';
import type { TreeHead } from './tree/tree.ts';

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

/**
 * A check that a value is an object with these members and no others. Browsers check these shapes too,
 * so no library is loaded for them.
 */
function isShape<Shape>(required: Checks, optional: Checks = {}): (value: unknown) => value is Shape {
  const checks: ReadonlyMap<string, Check> = new Map(Object.entries({ ...required, ...optional }));
  return (value): value is Shape => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    if (!Object.keys(required).every((member) => Object.hasOwn(value, member))) return false;
    return Object.entries(value).every(([member, content]) => checks.get(member)?.(content) === true);
  };
}

/** Why a key was changed, and by whom. */
interface Cause {
  readonly reason: string;
  readonly operatorId: string;
  readonly approverId?: string;
}

/** Signed by the old key when a new key replaces it. */
export interface Announcement extends Cause {
  readonly keyId: string;
  /** Uncompressed P-256 point, hex. */
  readonly key: string;
  /** Digest of the last statement under the old key. */
  readonly previous: string;
  readonly time: string;
}

/**
 * Versions that do not know the format cannot read the seal, so their processes stop sealing. Otherwise they would seal without
 * what is new.
 */
export const FORMAT = 3;

/** The content of a seal; digests are SHA-256 in hex. */
export interface SealStatement {
  readonly seal: number;
  readonly format: typeof FORMAT;
  /** Digest of the previous statement; absent in the first one. */
  readonly previous?: string;
  /** 0 in a seal that only starts a new key. */
  readonly lines: number;
  readonly lastChangeId: string;
  /** SHA-256 of the concatenated digests of the lines. */
  readonly linesDigest: string;
  /** The Merkle tree (RFC 6962) over the digests of all lines from the first one on. */
  readonly tree: TreeHead;
  readonly sealTime: string;
  readonly keyId: string;
  /** The key: uncompressed P-256 point, hex. */
  readonly key: string;
  /** In the first seal of a key: what the previous key signed. */
  readonly keyChange?: { readonly announcement: string; readonly signature: string };
  /** In the first seal of a key that people vouch for, because the previous key could not announce it. */
  readonly reset?: Cause & {
    /** The last seal that was seen, if it is missing in the audit log. */
    readonly seen?: { readonly seal: number; readonly head: string };
  };
}

const text = (longest: number) => (value: unknown) =>
  typeof value === 'string' && [...value].length <= longest;
const integer = (least: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least;
const matching = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

const digest = matching(/^[0-9a-f]{64}$/);
const point = matching(/^04[0-9a-f]{128}$/);
const name = text(256);

const causeMembers = { reason: text(64), operatorId: name };

const isAnnouncement = isShape<Announcement>(
  { keyId: text(64), key: point, previous: digest, time: text(40), ...causeMembers },
  { approverId: name },
);

const isStatement = isShape<SealStatement>(
  {
    seal: integer(1),
    lines: integer(0),
    lastChangeId: name,
    format: (value) => value === FORMAT,
    linesDigest: digest,
    tree: isShape<TreeHead>({ size: integer(0), root: digest }),
    sealTime: text(40),
    keyId: text(64),
    key: point,
  },
  {
    previous: digest,
    keyChange: isShape({ announcement: text(2048), signature: matching(/^[0-9a-f]{128}$/) }),
    reset: isShape(causeMembers, {
      approverId: name,
      seen: isShape({ seal: integer(1), head: digest }),
    }),
  },
);

export const statementText = (statement: SealStatement): string => canonicalJson(statement);

export const announcementText = (announcement: Announcement): string => canonicalJson(announcement);

/** Undefined if the text is not a statement. */
export function parseStatement(source: string): SealStatement | undefined {
  const parsed = jsonOrUndefined(source);
  return isStatement(parsed) ? parsed : undefined;
}

/** Undefined if the text is not an announcement. */
export function parseAnnouncement(source: string): Announcement | undefined {
  const parsed = jsonOrUndefined(source);
  return isAnnouncement(parsed) ? parsed : undefined;
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
