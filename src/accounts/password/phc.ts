/** scrypt's cost: CPU and memory 2^ln, block size r, parallelism p (RFC 7914 2). */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

export interface StoredPassword {
  readonly cost: ScryptCost;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{1,86})$/;

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** `$scrypt$ln=…,r=…,p=…$salt$hash`, the PHC string format. */
export function printPassword({ cost, salt, hash }: StoredPassword): string {
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
