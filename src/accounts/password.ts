import { scrypt, timingSafeEqual } from 'node:crypto';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { RandomFill } from '../conventions/random-text.ts';
import { StatusError } from '../conventions/status.ts';

/**
 * Without a second factor, the length of a password protects it; rules of composition do not (NIST SP 800-63B
 * 3.1.1.2).
 */
export const SHORTEST_PASSWORD = 12;

/** Bounds the input of the hash; far longer than real passwords. */
export const LONGEST_PASSWORD = 1024;

/** The problem with the length of a new password, if any. */
export function lengthProblemOf(chosen: string): string | undefined {
  const length = [...chosen].length;
  if (length < SHORTEST_PASSWORD) return `The new password needs ${SHORTEST_PASSWORD} characters or more.`;
  if (length > LONGEST_PASSWORD) return `The new password has more than ${LONGEST_PASSWORD} characters.`;
  return undefined;
}

/** scrypt's cost: CPU and memory 2^ln, block size r, parallelism p (RFC 7914 2). */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

interface StoredPassword {
  readonly cost: ScryptCost;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{1,86})$/;

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** `$scrypt$ln=…,r=…,p=…$salt$hash`, the PHC string format. */
function printPassword({ cost, salt, hash }: StoredPassword): string {
  return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** @throws Error if the text has another format, because the row is damaged */
export function parsePassword(text: string): StoredPassword {
  const [, ln, r, p, salt, hash] = PHC.exec(text) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('a stored password hash is not readable');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `outdated`: the password is right, but its hash was stored with another cost than the current one. */
  verify(password: string, stored: string): Promise<'right' | 'outdated' | 'wrong'>;
  /** Takes as long as `verify`, so that the time does not reveal which users exist. */
  verifyNothing(password: string): Promise<void>;
}

/**
 * 32 MiB and three passes over them, one of the choices that the OWASP password storage recommendations list
 * as equal.
 */
export const SCRYPT_COST: ScryptCost = { ln: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes that run at the same time; each needs its memory and a thread. */
const AT_ONCE = 2;
/** Hashes that may wait. If more are waiting, the server is being flooded. */
const MOST_WAITING = 64;

/** Keyboards compose the same characters in different ways (NIST SP 800-63B 3.1.1.2). */
const normal = (password: string) => password.normalize('NFKC');

function derive(
  password: string,
  salt: Uint8Array,
  length: number,
  { ln, r, p }: ScryptCost,
): Promise<Buffer> {
  const N = 2 ** ln;
  // The cost needs more than Node's default limit: 128 N r bytes, and those of the p blocks.
  const maxmem = 128 * N * r + 128 * r * p + 1024 * 1024;
  return new Promise((resolve, reject) => {
    scrypt(normal(password), salt, length, { N, r, p, maxmem }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

const busy = () => new StatusError('SIGN_INS_QUEUED', 'too many sign-ins at once; try again soon');

/** scrypt (RFC 7914). The cost is stored with each hash, so that it can be raised later. */
export function passwordHasher(random: RandomFill, cost: ScryptCost = SCRYPT_COST): PasswordHasher {
  const gate = bulkhead(AT_ONCE, MOST_WAITING);
  const enter = <T>(work: () => Promise<T>): Promise<T> =>
    gate.execute(work).catch((error: unknown) => {
      throw error instanceof BulkheadRejectedError ? busy() : error;
    });
  const nothing = { cost, salt: new Uint8Array(SALT_BYTES), length: HASH_BYTES };
  return {
    async hash(password) {
      const salt = random(new Uint8Array(SALT_BYTES));
      const hash = await enter(() => derive(password, salt, HASH_BYTES, cost));
      return printPassword({ cost, salt, hash });
    },
    async verify(password, stored) {
      const parsed = parsePassword(stored);
      const hash = await enter(() => derive(password, parsed.salt, parsed.hash.length, parsed.cost));
      if (!timingSafeEqual(hash, parsed.hash)) return 'wrong';
      const { ln, r, p } = parsed.cost;
      return ln === cost.ln && r === cost.r && p === cost.p ? 'right' : 'outdated';
    },
    async verifyNothing(password) {
      await enter(() => derive(password, nothing.salt, nothing.length, nothing.cost));
    },
  };
}
