import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { privateText } from '../../keys/private-files.ts';
import type { DataFolder } from './data-folder.ts';
import { writeStateFile } from './write-state-file.ts';

const LastDrill = Type.Object({
  time: Type.String({ pattern: '^[0-9TZ:.-]{1,40}$' }),
  role: Type.String({ pattern: '^[A-Za-z]{1,40}$' }),
});
type LastDrill = Static<typeof LastDrill>;
const format = Compile(LastDrill);

/** Records a drill that came to its end in the data folder, for the screen of the keys and `diptych status`. */
export function recordDrill(folder: DataFolder, { time, role }: LastDrill): void {
  writeStateFile(folder, folder.lastDrill, { time, role });
}

/** The last drill on this data folder; none if its file cannot be read. */
export function lastDrill({ lastDrill: path }: DataFolder): LastDrill | undefined {
  try {
    const content: unknown = JSON.parse(privateText(path) ?? '');
    return format.Check(content) && !Number.isNaN(Date.parse(content.time)) ? content : undefined;
  } catch {
    return undefined;
  }
}
