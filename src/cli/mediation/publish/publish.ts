import { createHash } from 'node:crypto';
import { Unreachable } from '../../../client/errors.ts';
import { reach } from '../../../client/transport/node.ts';
import { parseSnapshot } from '../../../resolve/index.ts';
import { noSnapshot } from '../client/no-snapshot.ts';
import { type PublishedFile, readIndex, removeFile, writeChanged, writeIndex } from './write.ts';

/** The snapshot of an app under one of its keys. */
export interface Target {
  readonly appId: string;
  readonly key: string;
}

interface PublishedSnapshots {
  readonly apps: number;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Apps and keys that the server refuses. Their files stay as they are. */
  readonly refused: readonly Refused[];
}

interface Refused extends Target {
  readonly reason: string;
}

const folderOf = ({ key }: Target) => `serve/v1/${key}`;
const pathOf = (target: Target) => `${folderOf(target)}/apps/${target.appId}.json`;

interface Fetched {
  readonly content: Uint8Array;
  readonly sha256: string;
  readonly cacheControl: string;
}

const TOO_MANY_REQUESTS = 429;

/** A text says why there is none. @throws Unreachable if the server cannot answer now, or what it answers is no snapshot */
async function fetchSnapshot(baseUrl: string, target: Target): Promise<Fetched | string> {
  const answer = await reach(`${baseUrl}/${pathOf(target)}`);
  const content = await answer.bytes();
  const { ok, status } = answer;
  if (status >= 500 || status === TOO_MANY_REQUESTS)
    throw new Unreachable(`${baseUrl} answers ${status} for ${target.appId}; try again`);
  if (!ok) return noSnapshot(status, content.toString());
  const sha256 = createHash('sha256').update(content).digest('hex');
  const isWhole = answer.headers.get('etag')?.includes(`sha256-${sha256}`) ?? false;
  if (!isWhole || parseSnapshot(Buffer.from(content).toString()).status !== 'OK')
    throw new Unreachable(`${baseUrl} answers for ${target.appId} what is no snapshot; nothing was written`);
  return { content, sha256, cacheControl: answer.headers.get('cache-control') ?? 'public, max-age=60' };
}

/** Apps whose snapshots are fetched at the same time. */
const AT_ONCE = 8;

/**
 * Writes the snapshots to a folder, with the paths and bytes of the server: the copy by hash first, then the current
 * one. `isGone` tells which files of earlier runs are of keys that are revoked by now.
 */
export async function publish(
  baseUrl: string,
  folder: string,
  targets: readonly Target[],
  isGone: (path: string) => boolean,
): Promise<PublishedSnapshots> {
  const files = new Map(readIndex(folder).map((file) => [file.path, file]));
  const changed: string[] = [];
  const refused: Refused[] = [];
  const one = async (target: Target): Promise<void> => {
    const fetched = await fetchSnapshot(baseUrl, target);
    if (typeof fetched === 'string') {
      refused.push({ ...target, reason: fetched });
      return;
    }
    const { content, sha256, cacheControl } = fetched;
    const copy = `${folderOf(target)}/snapshots/${sha256}.json`;
    const kept = (path: string, cache: string): PublishedFile => ({
      path,
      sha256,
      bytes: content.length,
      cacheControl: cache,
    });
    for (const file of [
      kept(copy, 'public, max-age=31536000, immutable'),
      kept(pathOf(target), cacheControl),
    ]) {
      if (writeChanged(folder, file.path, content)) changed.push(file.path);
      files.set(file.path, file);
    }
  };
  for (let first = 0; first < targets.length; first += AT_ONCE)
    await Promise.all(targets.slice(first, first + AT_ONCE).map(one));
  const removed = [...files.keys()].filter(isGone);
  for (const path of removed) {
    removeFile(folder, path);
    files.delete(path);
  }
  writeIndex(folder, files.values());
  const published = targets.filter(({ key }) => !refused.some((one) => one.key === key));
  const apps = new Set(published.map(({ appId }) => appId)).size;
  return { apps, changed: changed.toSorted(), removed, refused };
}
