import { statSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { privateText, replacePrivateFile } from '../../keys/private-files.ts';
import type { DataFolder } from './data-folder.ts';

/** A small JSON file of the data folder in which a command leaves what it did, for the server. */
interface StateFile<Content> {
  /** Undefined if there is none, or none that can be used: state that is lost must stop nothing. */
  read(folder: DataFolder): Content | undefined;
  write(folder: DataFolder, content: Content): void;
}

export function stateFile<Schema extends TSchema>(
  name: 'lastBackup' | 'lastDrill' | 'erasedMayReturn',
  schema: Schema,
): StateFile<Static<Schema>> {
  const format = Compile(schema);
  return {
    read(folder) {
      try {
        const content: unknown = JSON.parse(privateText(folder[name]) ?? '');
        return format.Check(content) ? (content as Static<Schema>) : undefined;
      } catch {
        return undefined;
      }
    },
    write(folder, content) {
      // The owner of the folder can read it, also if root ran the command.
      const owner = process.geteuid?.() === 0 ? statSync(folder.path) : undefined;
      replacePrivateFile(folder[name], `${JSON.stringify(content)}\n`, owner);
    },
  };
}
