import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  endOf,
  endOpening,
  type FoundOpening,
  findOpening,
  isOwnFolder,
  LONGEST_REASON,
  type Opening,
  writeOpening,
} from '../../server/break-glass/opening.ts';
import { type DataFolder, dataFolder } from '../../server/files/data-folder.ts';
import { UsageError } from '../cli-errors.ts';
import { print } from '../output.ts';

interface Options {
  readonly data?: string;
  readonly json?: boolean;
}

function folderOf({ data = 'diptych-data' }: Options): DataFolder {
  const folder = dataFolder(data);
  if (!existsSync(folder.path)) throw new UsageError(`there is no data folder ${data}; name it with --data`);
  if (!isOwnFolder(folder))
    throw new UsageError(`${data} belongs to another user; run this as the user that runs the server`);
  return folder;
}

const look = (folder: DataFolder): FoundOpening => findOpening(folder, Date.now);

const view = (opening: Opening) => ({
  state: 'open',
  id: opening.id,
  openTime: new Date(opening.openedAt).toISOString(),
  endTime: new Date(endOf(opening)).toISOString(),
  reason: opening.reason,
});

const refused = ({ breakGlass }: DataFolder) =>
  new UsageError(`${breakGlass} is not accepted; run diptych doctor, and remove the file`);

function checkedReason(text: string): string {
  const reason = text.trim();
  if (reason.length >= 1 && reason.length <= LONGEST_REASON) return reason;
  throw new UsageError(`--reason must have 1 to ${LONGEST_REASON} characters`);
}

export function open(options: Options & { readonly reason: string }): void {
  const reason = checkedReason(options.reason);
  const folder = folderOf(options);
  const current = look(folder);
  if (current.state === 'refused') throw refused(folder);
  if (current.state === 'over') endOpening(folder, current.opening);
  const opening = { id: randomBytes(16).toString('base64url'), openedAt: Date.now(), reason };
  if (current.state === 'open' || !writeOpening(folder, opening))
    throw new UsageError('break glass is open already; close it before you open it again');
  const shown = view(opening);
  print(
    shown,
    options,
    () =>
      `The admin token works until ${shown.endTime}, on this machine: add --as-admin to commands.\nRun diptych break-glass close when the work is done.`,
  );
}

export function close(options: Options): void {
  const folder = folderOf(options);
  const current = look(folder);
  if (current.state === 'refused') throw refused(folder);
  const isClosed = current.state !== 'closed' && endOpening(folder, current.opening);
  print({ state: 'closed' }, options, () =>
    isClosed ? 'Closed. The admin token was replaced.' : 'Break glass was not open.',
  );
}

export function status(options: Options): void {
  const folder = folderOf(options);
  const current = look(folder);
  if (current.state === 'refused') throw refused(folder);
  if (current.state !== 'open') {
    print({ state: 'closed' }, options, () => 'Break glass is closed.');
    return;
  }
  const shown = view(current.opening);
  print(shown, options, () => `Break glass is open until ${shown.endTime}: ${shown.reason}`);
}
