import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anchorFile, anchorOfFile, type FolderAnchor, parseAnchor } from '../audit/index.ts';
import { AnchorFault, type AnchorPlace } from '../audit/ports/anchors.ts';
import type { Seal } from '../audit/ports/seals.ts';
import { SECOND } from '../conventions/time.ts';

/** Time limit for one anchor. A network file system that is away can hang for ever. */
const PATIENCE = 10 * SECOND;

/** Times that a file that could not be finished is written again under another name. */
const ATTEMPTS = 9;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

/** False if the file exists. */
async function created(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o444);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Makes the name of a new file durable. Some file systems cannot do that for a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!['EINVAL', 'EISDIR', 'EPERM'].includes(codeOf(error))) throw error;
  } finally {
    await folder.close();
  }
}

async function read(folder: string, file: string): Promise<FolderAnchor | undefined> {
  return parseAnchor(file, await readFile(join(folder, file), 'utf8'));
}

/** Writes the anchor of a seal, if it is not there yet. */
async function write(folder: string, seal: Seal, now: number): Promise<void> {
  const made = anchorFile(seal, now);
  if (!made) throw new AnchorFault('sealWithoutTree');
  for (let attempt = 0; attempt <= ATTEMPTS; attempt += 1) {
    const file = `${made.name}${attempt === 0 ? '' : `.${attempt}`}.json`;
    if (await created(join(folder, file), made.text)) return syncFolder(folder);
    if (await read(folder, file)) return;
  }
  throw new AnchorFault('unfinishedFiles');
}

/** A folder of files that are never overwritten or deleted by this server. It must exist: a mount may be away. */
export function anchorFolder(path: string, every: number): AnchorPlace {
  let running: Promise<void> | undefined;
  return {
    kind: 'folder',
    name: path,
    every,
    async anchor(seal, now) {
      // A call that hangs occupies a thread of the process, so there is one at most.
      if (running) throw new AnchorFault('timeLimit');
      running = write(path, seal, now).finally(() => {
        running = undefined;
      });
      const late = AbortSignal.timeout(PATIENCE);
      await new Promise<void>((resolve, reject) => {
        late.addEventListener('abort', () => reject(new AnchorFault('timeLimit')));
        running?.then(resolve, (error: unknown) =>
          reject(error instanceof AnchorFault ? error : new AnchorFault(codeOf(error))),
        );
      });
      return undefined;
    },
    close: async () => {},
  };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((file) => anchorOfFile(file) !== undefined).toSorted();
}

/** The newest anchor of a folder; undefined if it is empty or away. */
export async function newestInFolder(path: string): Promise<FolderAnchor | undefined> {
  try {
    for (const file of (await filesIn(path)).toReversed()) {
      const anchor = await read(path, file);
      if (anchor) return anchor;
    }
    return undefined;
  } catch {
    return undefined;
  }
}

interface FolderContent {
  readonly anchors: readonly FolderAnchor[];
  /** Files that should be anchors and are none. */
  readonly damaged: readonly string[];
}

/** Every anchor of a folder. A file that was not finished counts as damaged unless it was written again. */
export async function readAnchors(path: string): Promise<FolderContent> {
  const anchors = new Map<string, FolderAnchor>();
  const others = new Map<string, string>();
  for (const file of await filesIn(path)) {
    const anchor = await read(path, file);
    const name = anchorOfFile(file) ?? file;
    if (anchor) anchors.set(name, anchor);
    else others.set(name, file);
  }
  const damaged = [...others].filter(([name]) => !anchors.has(name)).map(([, file]) => file);
  return { anchors: [...anchors.values()], damaged };
}
