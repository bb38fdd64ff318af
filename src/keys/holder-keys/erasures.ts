import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { appendPrivateFile, createPrivateFolder, openPrivateFile, privateText } from '../private-files.ts';
import { erasedHolderDigest } from '../secrets.ts';
import { holderKeyFolder } from './epochs.ts';

export interface Erasure {
  /** A keyed digest of the holder's id. */
  readonly digest: string;
  readonly erasureId: string;
  readonly at: number;
}

/** Erasures outside of the database, so that they are known when an older database is restored. */
export interface ErasureJournal {
  note(holderId: string, erasureId: string, at: number): void;
  /** Withdraws the note of an erasure that was not stored. */
  withdraw(erasureId: string, at: number): void;
  /** By months. Within one, a repeated erasure follows later ones. */
  list(): readonly Erasure[];
  /** The erasures that match, the last one first. Reads in parts, so other requests do not wait. */
  find(isWanted: (erasure: Erasure) => boolean): Promise<readonly Erasure[]>;
  digestOf(holderId: string): string;
}

const FILE = /^erased-\d{4}-\d{2}$/;
const LINE = /^([\w-]{22}) (erased-[0-9a-f-]{36}) (\d{1,16})$/;
const WITHDRAWN = /^withdrawn (erased-[0-9a-f-]{36})$/;

/** Names of the files, one for each month. */
function erasureFiles(keyFolder: string): readonly string[] {
  const folder = holderKeyFolder(keyFolder);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => FILE.test(name))
        .sort()
    : [];
}

function parsed(line: string): Erasure | undefined {
  const [, digest = '', erasureId = '', at] = LINE.exec(line) ?? [];
  return at === undefined ? undefined : { digest, erasureId, at: Number(at) };
}

export function erasureJournal(keyFolder: string): ErasureJournal {
  const folder = holderKeyFolder(keyFolder);
  const digestOf = erasedHolderDigest(keyFolder);
  const append = (line: string, at: number) => {
    createPrivateFolder(folder);
    const month = new Date(at).toISOString().slice(0, 7);
    // A full disk or a crash may have cut the last line off.
    appendPrivateFile(join(folder, `erased-${month}`), `\n${line}\n`);
  };
  return {
    digestOf,
    note: (holderId, erasureId, at) => append(`${digestOf(holderId)} ${erasureId} ${at}`, at),
    withdraw: (erasureId, at) => append(`withdrawn ${erasureId}`, at),
    list() {
      const lines = erasureFiles(keyFolder).flatMap((name) =>
        (privateText(join(folder, name)) ?? '').split('\n'),
      );
      const withdrawn = new Set(lines.map((line) => WITHDRAWN.exec(line)?.[1]));
      return lines.flatMap((line) => parsed(line) ?? []).filter(({ erasureId }) => !withdrawn.has(erasureId));
    },
    async find(isWanted) {
      const found: Erasure[] = [];
      for (const name of erasureFiles(keyFolder)) {
        const fd = openPrivateFile(join(folder, name));
        if (fd === undefined) continue;
        for await (const line of createInterface({ input: createReadStream('', { fd }) })) {
          const erasure = parsed(line);
          if (erasure && isWanted(erasure)) found.push(erasure);
        }
      }
      return found.sort((a, b) => b.at - a.at);
    },
  };
}
