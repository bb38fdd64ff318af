import type { AdminResponse } from '../../api.ts';

export type Exported = AdminResponse<'exportEvents'>['entries'][number];
type Line = Extract<Exported, { line: unknown }>['line'];
type Seal = Extract<Exported, { seal: unknown }>['seal'];

/** The members of a seal's statement that are checked here; see src/audit/statement.ts. */
interface Statement {
  readonly seal: number;
  readonly previous?: string;
  readonly lines: number;
  readonly linesDigest: string;
  readonly keyId: string;
  readonly key: string;
  readonly keyChange?: { readonly announcement: string; readonly signature: string };
  readonly reset?: { readonly reason: string };
}

export type ProblemKind =
  | 'sequence'
  | 'statement'
  | 'signature'
  | 'chain'
  | 'digests'
  | 'missing'
  | 'inserted'
  | 'changed'
  | 'key'
  | 'unannounced'
  | 'head'
  | 'erasure';

export interface Problem {
  readonly kind: ProblemKind;
  readonly seal?: number;
  readonly changeId?: string;
}

export interface KeyChange {
  readonly seal: number;
  readonly kind: 'announced' | 'reset' | 'unexplained';
  readonly reason?: string;
}

export interface Expected {
  /** SHA-256 of the key that the server pinned. */
  readonly key: string | undefined;
  /** SHA-256 of a statement that must be among the seals. */
  readonly head?: string;
}

const encoder = new TextEncoder();
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const sha256 = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', typeof data === 'string' ? encoder.encode(data) : data));

/** RFC 8785, for the kinds of values in the log. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

const salted = (salt: string, text: string) =>
  sha256(Uint8Array.from([...bytesOf(salt), ...encoder.encode(text)]));

/** The digest of an entry in a seal. Erased parts are replaced by their digests (src/audit/line.ts). */
export async function lineDigest(line: Line): Promise<string> {
  const {
    subjectId,
    subjectSalt,
    subjectDigest,
    note,
    noteSalt,
    noteDigest,
    details,
    detailsDigest,
    ...rest
  } = line;
  const subject =
    subjectDigest !== undefined
      ? { subjectDigest }
      : subjectSalt !== undefined
        ? { subjectDigest: await salted(subjectSalt, subjectId) }
        : { subjectId };
  const noteOf = noteDigest ?? (note === undefined ? undefined : await salted(noteSalt ?? '', note));
  const detailsOf = details ? await sha256(canonical(details)) : detailsDigest;
  return sha256(canonical({ ...rest, ...subject, noteDigest: noteOf, detailsDigest: detailsOf }));
}

/** ECDSA P-256 with SHA-256, r ‖ s. */
async function isSigned(key: string, text: string, signature: string): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  try {
    const point = await crypto.subtle.importKey('raw', bytesOf(key), algorithm, false, ['verify']);
    const how = { name: 'ECDSA', hash: 'SHA-256' };
    return await crypto.subtle.verify(how, point, bytesOf(signature), encoder.encode(text));
  } catch {
    return false;
  }
}

function parsed(text: string): Statement | undefined {
  try {
    const found = JSON.parse(text) as Statement;
    return typeof found.key === 'string' && typeof found.linesDigest === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Verifies the exported log part by part, and stops at the first fault. */
export class Verification {
  seals = 0;
  sealedLines = 0;
  head: string | undefined;
  readonly keyChanges: KeyChange[] = [];
  #lines: Line[] = [];
  #before: { text: string; statement: Statement } | undefined;
  #isHeadFound: boolean;
  #isKeyFound = false;
  #unannounced: number | undefined;
  #isErased = false;
  readonly #hidden = new Map<string, string>();
  readonly #erasures = new Set<string>();
  readonly #expected: Expected;

  constructor(expected: Expected) {
    this.#expected = expected;
    this.#isHeadFound = expected.head === undefined;
  }

  get unsealedLines(): number {
    return this.#lines.length;
  }

  async take(part: Exported): Promise<Problem | undefined> {
    if ('seal' in part) return this.#takeSeal(part.seal);
    // Only diptych events verify checks time stamps and cosignatures.
    if ('timeStamp' in part || 'cosignature' in part) return undefined;
    const { line } = part;
    if (line.subjectDigest !== undefined && !this.#hidden.has(line.subjectId))
      this.#hidden.set(line.subjectId, line.changeId);
    if (line.subject === 'holder' && line.event === 'erase') this.#erasures.add(line.subjectId);
    if (line.noteDigest !== undefined) this.#isErased = true;
    this.#lines.push(line);
    return undefined;
  }

  async #takeSeal({ number, statement: text, lineDigests, signature }: Seal): Promise<Problem | undefined> {
    const at = { seal: this.seals + 1 };
    const statement = parsed(text);
    if (!statement) return { ...at, kind: 'statement' };
    if (number !== this.seals + 1 || statement.seal !== number) return { ...at, kind: 'sequence' };
    if (!(await isSigned(statement.key, text, signature))) return { ...at, kind: 'signature' };
    const previous = this.#before && (await sha256(this.#before.text));
    if (statement.previous !== previous) return { ...at, kind: 'chain' };
    const digests = lineDigests.match(/.{64}/g) ?? [];
    if ((await sha256(bytesOf(lineDigests))) !== statement.linesDigest || digests.length !== statement.lines)
      return { ...at, kind: 'digests' };
    const wrong = await this.#wrongLine(digests);
    if (wrong) return { ...at, ...wrong };
    await this.#takeKey(statement);
    this.#before = { text, statement };
    this.head = await sha256(text);
    this.#isHeadFound ||= this.head === this.#expected.head;
    this.seals = number;
    this.sealedLines += this.#lines.length;
    this.#lines = [];
    return undefined;
  }

  async #wrongLine(sealed: readonly string[]): Promise<Problem | undefined> {
    const found = await Promise.all(this.#lines.map(lineDigest));
    const index = found.findIndex((digest, place) => digest !== sealed[place]);
    if (index < 0) return found.length < sealed.length ? { kind: 'missing' } : undefined;
    const { changeId } = this.#lines[index]!;
    if (sealed[index] === undefined || found.includes(sealed[index])) return { kind: 'inserted', changeId };
    return { kind: sealed.includes(found[index]!) ? 'missing' : 'changed', changeId };
  }

  async #takeKey(statement: Statement): Promise<void> {
    const before = this.#before?.statement;
    const { seal, key, keyChange, reset } = statement;
    const isSame = before === undefined || before.key === key;
    const isAnnounced =
      !isSame && keyChange !== undefined && (await this.#announces(statement, before, keyChange));
    if (reset) this.keyChanges.push({ seal, kind: 'reset', reason: reset.reason });
    else if (!isSame) this.keyChanges.push({ seal, kind: isAnnounced ? 'announced' : 'unexplained' });
    if ((await sha256(bytesOf(key))) === this.#expected.key) {
      this.#isKeyFound = true;
      this.#unannounced = undefined;
    } else if (this.#isKeyFound && !isSame && !isAnnounced) this.#unannounced ??= seal;
  }

  async #announces(
    { key, keyId, previous }: Statement,
    before: Statement,
    { announcement, signature }: NonNullable<Statement['keyChange']>,
  ): Promise<boolean> {
    if (!(await isSigned(before.key, announcement, signature))) return false;
    const told = JSON.parse(announcement) as Partial<Statement>;
    return told.key === key && told.keyId === keyId && told.previous === previous;
  }

  /** Faults that are known only at the end. */
  end(): Problem | undefined {
    if (!this.#isHeadFound) return { kind: 'head' };
    if (this.seals > 0 && !this.#isKeyFound) return { kind: 'key' };
    if (this.#unannounced !== undefined) return { kind: 'unannounced', seal: this.#unannounced };
    const hidden = [...this.#hidden].find(([id]) => !this.#erasures.has(id));
    if (hidden) return { kind: 'erasure', changeId: hidden[1] };
    return this.#isErased && this.#erasures.size === 0 ? { kind: 'erasure' } : undefined;
  }
}
