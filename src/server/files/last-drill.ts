import { type Static, Type } from 'typebox';
import type { DataFolder } from './data-folder.ts';
import { stateFile } from './state-file.ts';

const LastDrill = Type.Object({
  time: Type.String({ pattern: '^[0-9TZ:.-]{1,40}$' }),
  role: Type.String({ pattern: '^[A-Za-z]{1,40}$' }),
});
type LastDrill = Static<typeof LastDrill>;
const file = stateFile('lastDrill', LastDrill);

/** Records a drill that came to its end in the data folder, for the screen of the keys and `diptych status`. */
export const recordDrill = (folder: DataFolder, { time, role }: LastDrill): void =>
  file.write(folder, { time, role });

/** The last drill on this data folder; none if its file cannot be read. */
export function lastDrill(folder: DataFolder): LastDrill | undefined {
  const last = file.read(folder);
  return last && !Number.isNaN(Date.parse(last.time)) ? last : undefined;
}
