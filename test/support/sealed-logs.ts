import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type ExportedEntry,
  exportedFirstSeal,
  exportedLine,
  exportedSeal,
} from '../../src/audit/exported-entry.ts';
import { lineDigest } from '../../src/audit/line.ts';
import type { Expected } from '../../src/audit/log-verifier.ts';
import { sha256, sha256Bytes } from '../../src/audit/node-crypto.ts';
import type { Seal, SealedEntry } from '../../src/audit/ports/seals.ts';
import { announcementText, type SealStatement, statementText } from '../../src/audit/statement.ts';
import { appended, EMPTY_TREE, edgeBytes, type TreeEdge, treeHead } from '../../src/audit/tree/tree.ts';

/** An exported audit log, and what its verification must say. */
export interface LogVector {
  readonly name: string;
  readonly log: readonly ExportedEntry[];
  readonly expected: Expected;
  /** Members of the result. */
  readonly result: object;
  /** Part of the text of the problem; absent for a sound log. */
  readonly problem?: string;
}

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
const OTHER = newKey();
const digestOf = ({ point }: SealKey) => sha256(Buffer.from(point, 'hex'));
const signed = (text: string, { privateKey }: SealKey) =>
  sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });

const entry = (number: number, more: Partial<SealedEntry> = {}): SealedEntry =>
  ({
    changeId: `change-${number}`,
    subject: 'holder',
    subjectId: `holder-${number}`,
    event: 'update',
    actor: { kind: 'operator', requestId: 'r-1', operatorId: 'user-1' },
    at: number,
    ...more,
  }) as SealedEntry;

interface Stretch {
  readonly lines: readonly SealedEntry[];
  readonly key?: SealKey;
  readonly also?: (before: Seal | undefined) => Partial<SealStatement>;
}

interface Part {
  readonly lines: readonly SealedEntry[];
  readonly seal: Seal;
}

/** Seals stretches of lines as the server does it, with its tree. */
async function sealed(stretches: readonly Stretch[]): Promise<readonly Part[]> {
  const parts: Part[] = [];
  let edge: TreeEdge = EMPTY_TREE;
  for (const { lines, key = KEY, also } of stretches) {
    const before = parts.at(-1)?.seal;
    const digests = await Promise.all(lines.map((line) => lineDigest(line, sha256Bytes)));
    const lineDigests = Buffer.concat(digests);
    edge = await appended(sha256Bytes, edge, digests);
    const last = before && (JSON.parse(before.statement) as SealStatement).lastChangeId;
    const statement = statementText({
      seal: parts.length + 1,
      format: 3,
      ...(before && { previous: sha256(before.statement) }),
      lines: lines.length,
      lastChangeId: lines.at(-1)?.changeId ?? last ?? '',
      linesDigest: sha256(lineDigests),
      tree: await treeHead(sha256Bytes, edge),
      sealTime: '2026-11-22T00:00:00.000Z',
      keyId: 'k',
      key: key.point,
      ...also?.(before),
    });
    const seal = { number: parts.length + 1, statement, lineDigests, signature: signed(statement, key) };
    parts.push({ lines, seal: { ...seal, edge: edgeBytes(edge) } });
  }
  return parts;
}

const exported = (parts: readonly Part[]): readonly ExportedEntry[] =>
  parts.flatMap(({ lines, seal }) => [...lines.map(exportedLine), exportedSeal(seal)]);

/** The log from the seal with this number on, as after a purge. */
const purged = (parts: readonly Part[], first: number): readonly ExportedEntry[] => [
  exportedFirstSeal(parts[first - 1]!.seal),
  ...exported(parts.slice(first)),
];

/** A copy with a change to one entry. */
function changed(
  log: readonly ExportedEntry[],
  index: number,
  members: Record<string, unknown>,
): readonly ExportedEntry[] {
  return log.map((one, place) => {
    if (place !== index) return one;
    const [kind, content] = Object.entries(one)[0]!;
    return { [kind]: { ...content, ...members } } as unknown as ExportedEntry;
  });
}

const announcedPurge = (seal: Seal): SealedEntry =>
  entry(6, {
    subject: 'retention',
    subjectId: 'auditLog',
    event: 'announce',
    actor: { kind: 'deadline' },
    details: {
      after: { seal: seal.number, head: sha256(seal.statement), before: '2026-11-21T00:00:00.000Z' },
    },
  } as Partial<SealedEntry>);

const announcing = (key: SealKey) => (before: Seal | undefined) => {
  const previous = sha256(before?.statement ?? '');
  const people = { reason: 'scheduled', operatorId: 'user-1' };
  const text = announcementText({ keyId: 'k', key: key.point, previous, time: 'now', ...people });
  return { keyChange: { announcement: text, signature: signed(text, KEY).toString('hex') } };
};

const salted = { subjectSalt: Buffer.from('one'), noteSalt: Buffer.from('two'), note: 'Überprüft' };
const detailed = { details: { before: { a: 1 }, after: { b: [2, 'x'] } } };
const hidden = { subjectDigest: Buffer.alloc(32, 1), noteDigest: Buffer.alloc(32, 2) };

/** Logs that hold and logs that do not, each with what every verifier must say of it. */
export async function logVectors(): Promise<readonly LogVector[]> {
  const parts = await sealed([
    { lines: [entry(1, salted), entry(2, detailed)] },
    { lines: [entry(3), entry(4)] },
  ]);
  const whole = exported(parts);
  const head = sha256(parts[1]!.seal.statement);
  const key = { key: digestOf(KEY) };
  const bad = (name: string, log: readonly ExportedEntry[], problem: string, result: object = {}) => ({
    name,
    log,
    expected: key,
    problem,
    result,
  });
  const good = (name: string, log: readonly ExportedEntry[], result: object, expected: Expected = key) => ({
    name,
    log,
    expected,
    result,
  });
  const stretches = [...parts.map(({ lines }) => ({ lines })), { lines: [entry(5)] }];
  const [, , third] = await sealed(stretches);
  const longer = await sealed([...stretches, { lines: [announcedPurge(third!.seal)] }]);
  const rotated = await sealed([
    { lines: [entry(1)] },
    { lines: [], key: OTHER, also: announcing(OTHER) },
    { lines: [entry(2)], key: OTHER },
  ]);
  const reset = await sealed([
    { lines: [entry(1)] },
    { lines: [], key: OTHER, also: () => ({ reset: { reason: 'lost', operatorId: 'user-1' } }) },
  ]);
  const erased = await sealed([{ lines: [entry(1, hidden)] }]);
  const erasedOpenly = await sealed([
    { lines: [entry(1, hidden), entry(2, { subjectId: 'holder-1', event: 'erase' })] },
  ]);
  const treeless = await sealed([
    { lines: [entry(1)] },
    { lines: [entry(2)], also: () => ({ tree: undefined }) as never },
  ]);
  const wrongTree = await sealed([
    { lines: [entry(1)] },
    { lines: [entry(2)], also: () => ({ tree: { size: 2, root: '0'.repeat(64) } }) },
  ]);
  const unknownMember = await sealed([{ lines: [entry(1)], also: () => ({ more: 1 }) as object }]);
  const others = await sealed([{ lines: [entry(1)] }, { lines: [entry(3)] }]);
  const sized = { seals: 2, sealedLines: 4, unsealedLines: 0, head };
  const startOf = (log: readonly Part[]) => exportedFirstSeal(log[1]!.seal);
  return [
    good('a whole log', whole, sized),
    good('entries that are not sealed yet', [...whole, exportedLine(entry(9))], {
      ...sized,
      unsealedLines: 1,
    }),
    good('a log whose head was kept', whole, sized, { ...key, head }),
    good('nothing at all', [], { seals: 0 }, { key: 'none' }),
    good('a log that begins after a purge', purged(longer, 3), {
      seals: 4,
      sealedLines: 1,
      purged: { seal: 3, before: '2026-11-21T00:00:00.000Z', time: new Date(6).toISOString() },
    }),
    good('a purge that stopped half way', purged(longer, 2), {
      purged: { seal: 2 },
      sealedLines: 2,
    }),
    good('a key that the key before announced', exported(rotated), {
      keyChanges: [{ seal: 2, kind: 'announced' }],
    }),
    good(
      'a key that operators vouched for',
      exported(reset),
      { keyChanges: [{ seal: 2, kind: 'reset', reason: 'lost' }] },
      { key: digestOf(OTHER) },
    ),
    good('a holder who was erased', exported(erasedOpenly), { sealedLines: 2 }),
    good('details that are not kept with the entry', withoutDetails(whole), sized),
    bad('a changed entry', changed(whole, 3, { event: 'revoke' }), 'changed after it was sealed', {
      problem: { entry: 4, seal: 2, changeId: 'change-3' },
    }),
    bad('changed details', changed(whole, 1, { details: { after: {} } }), 'changed after it was sealed'),
    bad('a changed note', changed(whole, 0, { note: 'other' }), 'changed after it was sealed'),
    bad('a missing entry', whole.toSpliced(0, 1), 'a sealed line is missing before this one'),
    bad('entries missing before the seal', whole.toSpliced(1, 1), 'missing at the end of the stretch'),
    bad(
      'an entry put in',
      whole.toSpliced(1, 0, exportedLine(entry(1, { changeId: 'change-1a' }))),
      'put in',
    ),
    bad('entries out of order', whole.toSpliced(0, 2, whole[1]!, whole[0]!), 'out of order or repeated'),
    bad('a missing seal', [...whole.slice(0, 2), ...whole.slice(3)], 'not the next one'),
    bad('a forged signature', changed(whole, 2, { signature: '0'.repeat(128) }), 'not signed by the key'),
    bad('a seal of another chain', [...whole.slice(0, 3), ...exported(others).slice(2)], 'does not follow'),
    bad(
      'other digests than were signed',
      changed(whole, 2, { lineDigests: '00'.repeat(64) }),
      'other digests',
    ),
    bad('a seal with another number', changed(purged(longer, 2), 0, { number: 7 }), 'another number'),
    bad('a seal with an unknown member', exported(unknownMember), 'holds no statement'),
    bad('a seal without a tree', exported(treeless), 'holds no statement'),
    bad('a seal with another tree', exported(wrongTree), 'has another tree'),
    bad('a beginning that is missing without a purge', purged(parts, 2), 'no sealed entry says'),
    bad(
      'a beginning with another edge',
      [changed([startOf(longer)], 0, { edge: '00'.repeat(32) })[0]!],
      'tree',
    ),
    bad(
      'a log sealed by another key',
      exported(await sealed([{ lines: [entry(1)], key: OTHER }])),
      'expected key',
    ),
    bad(
      'a key that was not announced',
      exported(await sealed([{ lines: [entry(1)] }, { lines: [entry(2)], key: OTHER }])),
      'without an announcement',
      { keyChanges: [{ seal: 2, kind: 'unexplained' }] },
    ),
    {
      ...bad('an end that was cut off', whole.slice(0, 3), 'the end was cut off'),
      expected: { ...key, head },
    },
    bad('a holder who was hidden without an erasure', exported(erased), 'without an erasure'),
  ];
}

/** Details replaced by their digest, as they are when they are deleted. */
function withoutDetails(log: readonly ExportedEntry[]): readonly ExportedEntry[] {
  return log.map((one) => {
    if (!('line' in one) || !one.line.details) return one;
    const { details, ...line } = one.line;
    return { line: { ...line, detailsDigest: sha256('{"after":{"b":[2,"x"]},"before":{"a":1}}') } };
  });
}
