import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exportedLine, exportedSeal } from '../../../../../src/audit/index.ts';
import { lineDigest as ownDigest } from '../../../../../src/audit/line.ts';
import type { SealedEntry } from '../../../../../src/audit/ports/seals.ts';
import { sha256, statementText } from '../../../../../src/audit/statement.ts';
import { type Exported, lineDigest, Verification } from './verify.ts';

interface SealKey {
  readonly privateKey: KeyObject;
  readonly point: string;
}

function newKey(): SealKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const hex = (part: string) => Buffer.from(part, 'base64url').toString('hex');
  return { privateKey, point: `04${hex(x)}${hex(y)}` };
}

const KEY = newKey();
const digestOf = ({ point }: SealKey) => sha256(Buffer.from(point, 'hex'));

const entry = (number: number, more: Partial<SealedEntry> = {}): SealedEntry =>
  ({
    changeId: `change-${number}`,
    subject: 'holder',
    subjectId: `holder-${number}`,
    event: 'update',
    from: 'active',
    to: 'active',
    actor: { kind: 'operator', requestId: 'r-1', operatorId: 'user-1' },
    at: number,
    ...more,
  }) as SealedEntry;

/** A log sealed as the server does it, with one seal for each stretch. */
function sealed(stretches: readonly (readonly SealedEntry[])[], keys: readonly SealKey[] = []): Exported[] {
  let previous: string | undefined;
  return stretches.flatMap((lines, index) => {
    const { privateKey, point } = keys[index] ?? KEY;
    const digests = Buffer.concat(lines.map(ownDigest));
    const statement = statementText({
      seal: index + 1,
      format: 2,
      ...(previous !== undefined && { previous: sha256(previous) }),
      lines: lines.length,
      lastChangeId: lines.at(-1)?.changeId ?? '',
      linesDigest: sha256(digests),
      sealTime: '2026-11-22T00:00:00.000Z',
      keyId: 'k',
      key: point,
    });
    previous = statement;
    const signature = sign('sha256', Buffer.from(statement), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const seal = exportedSeal({ number: index + 1, statement, lineDigests: digests, signature });
    return [...lines.map(exportedLine), seal] as Exported[];
  });
}

const LOG = () =>
  sealed([[entry(1), entry(2)], [entry(3, { note: 'a note', noteSalt: Buffer.from('salt') })]]);

async function verify(parts: readonly Exported[], expected = {}) {
  const verification = new Verification({ key: digestOf(KEY), ...expected });
  for (const part of parts) {
    const problem = await verification.take(part);
    if (problem) return { verification, problem };
  }
  return { verification, problem: verification.end() };
}

const changed = (parts: readonly Exported[], index: number, change: (part: Exported) => Exported) =>
  parts.map((part, place) => (place === index ? change(structuredClone(part)) : part));

describe('verifying the audit log in the page', () => {
  it('the page computes the same digests of entries as the seals of the server', async () => {
    const full = entry(1, {
      subjectSalt: Buffer.from('one'),
      note: 'Überprüft',
      noteSalt: Buffer.from('two'),
      details: { before: { a: 1 }, after: { b: [2, 'x'] } },
    });
    const exported = exportedLine(full) as Extract<Exported, { line: unknown }>;
    expect(await lineDigest(exported.line)).toBe(ownDigest(full).toString('hex'));
  });

  it('a sealed log is found unchanged, and entries without a seal are counted', async () => {
    const { verification, problem } = await verify([...LOG(), exportedLine(entry(4)) as Exported]);
    expect(problem).toBeUndefined();
    expect(verification).toMatchObject({ seals: 2, sealedLines: 3, unsealedLines: 1 });
    expect(verification.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a changed entry is found, with the seal that covers it', async () => {
    const parts = changed(LOG(), 3, (part) => {
      if ('line' in part) part.line.to = 'revoked';
      return part;
    });
    expect((await verify(parts)).problem).toEqual({ kind: 'changed', seal: 2, changeId: 'change-3' });
  });

  it('missing and inserted entries are found', async () => {
    expect((await verify(LOG().toSpliced(1, 1))).problem).toMatchObject({ kind: 'missing', seal: 1 });
    expect((await verify(LOG().toSpliced(0, 1))).problem).toMatchObject({ kind: 'missing', seal: 1 });
    const more = LOG().toSpliced(1, 0, exportedLine(entry(9)) as Exported);
    expect((await verify(more)).problem).toMatchObject({ kind: 'inserted', changeId: 'change-9' });
  });

  it('a missing seal, a forged seal and a seal of another chain are found', async () => {
    expect((await verify(LOG().toSpliced(0, 3))).problem).toMatchObject({ kind: 'sequence', seal: 1 });
    const forged = changed(LOG(), 2, (part) => {
      if ('seal' in part) part.seal.signature = '00'.repeat(64);
      return part;
    });
    expect((await verify(forged)).problem).toEqual({ kind: 'signature', seal: 1 });
    const other = sealed([[entry(1)], [entry(3)]]);
    expect((await verify([...LOG().slice(0, 3), ...other.slice(2)])).problem).toMatchObject({
      kind: 'chain',
      seal: 2,
    });
  });

  it('a log that another key sealed anew, and a key that was not announced, are found', async () => {
    const other = newKey();
    expect((await verify(sealed([[entry(1)]], [other]))).problem).toEqual({ kind: 'key' });
    const { problem, verification } = await verify(sealed([[entry(1)], [entry(2)]], [KEY, other]));
    expect(problem).toEqual({ kind: 'unannounced', seal: 2 });
    expect(verification.keyChanges).toEqual([{ seal: 2, kind: 'unexplained' }]);
  });

  it('a log whose end was cut off is found by a saved head of the chain', async () => {
    const { head } = (await verify(LOG())).verification;
    expect((await verify(LOG(), { head })).problem).toBeUndefined();
    expect((await verify(LOG().slice(0, 3), { head })).problem).toEqual({ kind: 'head' });
  });

  it('a holder whose entries were hidden without an erasure is found', async () => {
    const hidden = [[entry(1, { subjectDigest: Buffer.alloc(32) })]];
    expect((await verify(sealed(hidden))).problem).toEqual({ kind: 'erasure', changeId: 'change-1' });
    const erased = [[...hidden[0]!, entry(2, { subjectId: 'holder-1', event: 'erase' })]];
    expect((await verify(sealed(erased))).problem).toBeUndefined();
  });
});
