import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useHttpWorld } from '../http/support/world.ts';
import { servedApp } from '../serve/support/app.ts';
import { doneBy, mediationOf, useToken } from './support/mediation.ts';

const world = useHttpWorld();
useToken(() => world().token.write);
const mediation = mediationOf(world);
const done = doneBy(mediation);

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();

describe('diptych mediation keys', () => {
  it('creates a key with the address for the app, lists it, and revokes it', async () => {
    const { appId } = await servedApp(world());
    const { out } = await mediation('keys', 'create', 'Version 1', '--app', appId);
    const [key = '', address = ''] = out.trim().split('\n');
    expect((await fetch(address)).status).toBe(200);
    expect((await mediation('keys', 'list', '--app', appId)).out).toMatch(
      new RegExp(`${key} +Version 1 .*in use`),
    );
    await done('keys', 'revoke', key, '--app', appId);
    expect((await mediation('keys', 'list', '--app', appId)).out).toMatch(
      new RegExp(`${key} +Version 1 .*revoked`),
    );
  });
});

describe('diptych mediation publish', () => {
  it('writes the bytes of the server under its paths, and an index of the files', async () => {
    const app = await servedApp(world());
    const folder = temporaryFolder('publish');
    await done('publish', folder, '--app', app.appId);
    const bytes = Buffer.from(await (await fetch(app.snapshotUrl)).arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const base = `serve/v1/${app.key}`;
    const [current, copy] = [`${base}/apps/${app.appId}.json`, `${base}/snapshots/${sha256}.json`];
    expect(filesIn(folder)).toEqual(['published.json', current, copy].toSorted());
    expect(readFileSync(join(folder, current))).toEqual(bytes);
    expect(readFileSync(join(folder, copy))).toEqual(bytes);
    const facts = { sha256, bytes: bytes.length };
    expect(JSON.parse(readFileSync(join(folder, 'published.json'), 'utf8'))).toEqual({
      files: [
        { path: current, ...facts, cacheControl: expect.stringContaining('max-age=60') },
        { path: copy, ...facts, cacheControl: 'public, max-age=31536000, immutable' },
      ],
    });
  });

  it('a second run writes only what changed, keeps earlier copies, and removes the files of revoked keys', async () => {
    const [app, other] = [await servedApp(world()), await servedApp(world())];
    const folder = temporaryFolder('publish-again');
    const args = ['publish', folder, '--all'] as const;
    await done(...args);
    expect((await done(...args)).changed).toEqual([]);
    await app.rename('Second');
    await other.revoke();
    world().advance(1000);
    const { changed, removed } = await done(...args);
    expect(changed).toEqual([
      `serve/v1/${app.key}/apps/${app.appId}.json`,
      expect.stringMatching(new RegExp(`^serve/v1/${app.key}/snapshots/`)),
    ]);
    expect(removed.every((path: string) => path.startsWith(`serve/v1/${other.key}/`))).toBe(true);
    expect(filesIn(folder).filter((path) => path.includes(`${app.key}/snapshots/`))).toHaveLength(2);
    expect(filesIn(folder).filter((path) => path.includes(other.key))).toEqual([]);
  });

  it('with a key and the id of the app it needs no token', async () => {
    const app = await servedApp(world());
    const folder = temporaryFolder('publish-public');
    const token = join(folder, 'token');
    writeFileSync(token, '');
    const args = ['publish', folder, '--app', app.appId, '--key', app.key, '--token', 'none'];
    expect((await done(...args)).changed).toHaveLength(2);
  });

  it('an edited index removes no file outside of the folder', async () => {
    const app = await servedApp(world());
    const folder = temporaryFolder('publish-edited');
    writeFileSync(join(folder, 'mine.json'), '{}');
    await done('publish', join(folder, 'public'), '--app', app.appId);
    const index = join(folder, 'public', 'published.json');
    const { files } = JSON.parse(readFileSync(index, 'utf8'));
    const path = `serve/v1/${app.key}/../../../../mine.json`;
    writeFileSync(index, JSON.stringify({ files: [...files, { ...files[0], path }, null, 7] }));
    const other = await servedApp(world());
    await app.revoke();
    world().advance(1000);
    await done('publish', join(folder, 'public'), '--all');
    expect(filesIn(folder)).toContain('mine.json');
    expect(filesIn(folder).filter((name) => name.includes(app.key))).toEqual([]);
    expect(filesIn(folder).filter((name) => name.includes(other.key))).toHaveLength(2);
  });

  it('a key that leads out of the folder is refused', async () => {
    const app = await servedApp(world());
    const folder = temporaryFolder('publish-key');
    const args = ['publish', folder, '--app', app.appId, '--key', `x/../${app.key}`];
    const { exit, err } = await mediation(...args);
    expect([exit, err]).toEqual([2, expect.stringContaining('--key')]);
    expect(filesIn(folder)).toEqual([]);
  });

  it('wrong usage and revoked keys are refused, and nothing is written', async () => {
    const app = await servedApp(world());
    const folder = temporaryFolder('publish-refused');
    expect(await mediation('publish', folder)).toMatchObject({ exit: 2 });
    expect(await mediation('publish', folder, '--all', '--app', app.appId)).toMatchObject({ exit: 2 });
    await app.revoke();
    world().advance(1000);
    const public_ = ['publish', folder, '--app', app.appId, '--key', app.key];
    const refusal = `not published: ${app.appId} with ${app.key}: The serving key was revoked.`;
    expect(await mediation(...public_)).toMatchObject({ exit: 1, out: expect.stringContaining(refusal) });
    expect(await mediation('publish', folder, '--app', app.appId)).toMatchObject({ exit: 2 });
    const other = await servedApp(world());
    const foreign = await mediation('publish', folder, '--app', app.appId, '--key', other.key);
    expect([foreign.exit, foreign.out]).toEqual([1, expect.stringContaining('belongs to another app')]);
    expect(filesIn(folder)).toEqual(['published.json']);
  });
});
