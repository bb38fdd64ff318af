import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf } from '../admin/connection.ts';

export async function exportStatusLists(folder: string, options: ConnectionOptions): Promise<void> {
  const connection = connectionOf(options);
  const { keys } = await callAdmin(connection, 'listKeys', {});
  const rootPems = keys.filter(({ role }) => role === 'iaca').map(({ certificate }) => certificate);
  const { writeStatusLists } = await import('./write-status-lists.ts');
  await writeStatusLists(connection, folder, { ...options, rootPems });
}
