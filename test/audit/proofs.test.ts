import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExportedProof } from '../../src/audit/exported-entry.ts';
import { parseProof } from '../../src/audit/index.ts';
import { lineDigest } from '../../src/audit/line.ts';
import { sha256Bytes } from '../../src/audit/node-crypto.ts';
import type { SealedEntry } from '../../src/audit/ports/seals.ts';
import { parseStatement } from '../../src/audit/statement.ts';
import { appended, EMPTY_TREE, rootOf } from '../../src/audit/tree/tree.ts';
import { diptych, to } from '../support/cli.ts';
import { execute } from '../support/database.ts';
import { activePhone } from '../support/devices.ts';
import { newHolder } from '../support/records.ts';
import { sealLines, verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';

const world = useWorld();
const folder = temporaryFolder('proofs');

const everything = { after: '', limit: 1000 };
const linesOf = () => world().server.context.store.read((reader) => reader.sealedEntries(everything));
const sealKey = async () => (await world().admin('getSeals', {})).keys.at(-1) as string;

async function lastTree() {
  const seal = await world().server.context.store.read((reader) => reader.lastSeal());
  return parseStatement(seal?.statement ?? '')?.tree;
}

/** What `events check` says about a proof. */
async function check(proof: unknown, key: string): Promise<{ readonly exit: number; readonly out: string }> {
  const path = join(folder, 'proof.json');
  writeFileSync(path, JSON.stringify(proof));
  return diptych('events', 'check', path, '--seal-key', key);
}

async function prove(id: string, ...options: readonly string[]): Promise<ExportedProof> {
  const { exit, out, err } = await diptych('events', 'prove', id, ...options, ...to(world()));
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out) as ExportedProof;
}

async function treeOf(lines: readonly SealedEntry[]) {
  const digests = await Promise.all(lines.map((line) => lineDigest(line, sha256Bytes)));
  return appended(sha256Bytes, EMPTY_TREE, digests);
}

beforeAll(async () => {
  for (const lines of [1, 4, 3]) await sealLines(world(), lines);
}, HOOK_TIMEOUT);

describe('Proofs of single events', () => {
  it('each seal signs the Merkle root of all events so far (RFC 6962)', async () => {
    const lines = await linesOf();
    const tree = await treeOf(lines);
    expect(await lastTree()).toEqual({ size: lines.length, root: await rootOf(sha256Bytes, tree) });
  });

  it('each sealed event is proven without a server, at its place', async () => {
    const key = await sealKey();
    for (const [place, { changeId }] of (await linesOf()).entries()) {
      const proof = await prove(changeId);
      expect(proof.index).toBe(place);
      const { exit, out } = await check(proof, key);
      expect(out).toContain(`event ${place + 1} of the audit log`);
      expect(exit).toBe(0);
    }
  });

  it.each<[string, string, (proof: ExportedProof) => object]>([
    ['a changed event', 'not in the tree', (proof) => ({ ...proof, line: { ...proof.line, at: 1 } })],
    ['another place', 'not in the tree', (proof) => ({ ...proof, index: proof.index + 1 })],
    ['a missing hash', 'not in the tree', (proof) => ({ ...proof, path: proof.path.slice(1) })],
    [
      'a changed root',
      'not signed by the key',
      ({ seal, ...proof }) => {
        const statement = seal.statement.replace(
          /"root":"../,
          (start) => `"root":"${start.endsWith('00') ? '01' : '00'}`,
        );
        return { ...proof, seal: { ...seal, statement } };
      },
    ],
  ])('a proof with %s is refused', async (_, message, changed) => {
    const proof = await prove((await linesOf()).at(3)!.changeId);
    const { exit, out } = await check(changed(proof), await sealKey());
    expect(out).toContain(message);
    expect(exit).toBe(1);
  });

  it('a proof by another key than the expected one is refused', async () => {
    const proof = await prove((await linesOf()).at(3)!.changeId);
    const { exit, out } = await check(proof, '0'.repeat(64));
    expect(out).toContain('by another key');
    expect(exit).toBe(1);
  });

  it('a file that is no proof is refused', async () => {
    expect(parseProof({ ...(await prove((await linesOf())[0]!.changeId)), more: 1 })).toBeUndefined();
    expect((await check({ seal: 1 }, '0'.repeat(64))).exit).toBe(2);
  });

  it('a proof has the digest of the note, which can name a person, and verifies alike with --with-note', async () => {
    const { ids } = await activePhone(world());
    const note = 'Ms Marchetti rang';
    await world().admin('revokeCredential', { id: ids.credentialId, reason: 'deviceLost', note } as never);
    await sealLines(world());
    const { changeId } = (await linesOf()).find((line) => line.note !== undefined)!;
    const [proof, withNote] = [await prove(changeId), await prove(changeId, '--with-note')];
    expect(JSON.stringify(proof)).not.toContain('Marchetti');
    expect(proof.line).not.toHaveProperty('noteSalt');
    expect(withNote.line.note).toBe(note);
    for (const one of [proof, withNote]) expect(await check(one, await sealKey())).toMatchObject({ exit: 0 });
    const changed = { ...withNote, line: { ...withNote.line, note: 'Mr X rang' } };
    expect(await check(changed, await sealKey())).toMatchObject({ exit: 1 });
  });

  it('an event that is not sealed yet, and an unknown id, have no proof', async () => {
    await newHolder(world());
    const last = (await linesOf()).at(-1)!.changeId;
    await expect(world().admin('proveEvent', { id: last })).rejects.toThrow('not sealed yet');
    await expect(world().admin('proveEvent', { id: `${last}x` })).rejects.toThrow('no event with this id');
  });

  it('the next seal has the right tree even if the stored edge was lost or changed', async () => {
    for (const edge of [null, Buffer.alloc(32)]) {
      execute(world().server.context.folder.database, 'update trail_seal set edge = ?', edge);
      await sealLines(world(), 2);
      const lines = await linesOf();
      const tree = await treeOf(lines);
      expect(await lastTree()).toEqual({ size: lines.length, root: await rootOf(sha256Bytes, tree) });
    }
    expect(await verifyEvents(world())).toMatchObject({ exit: 0 });
  });
});
