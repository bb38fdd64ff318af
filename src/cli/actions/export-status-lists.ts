import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf } from '../admin/connection.ts';

export async function exportStatusLists(folder: string, options: ConnectionOptions): Promise<void> {
  const connection = connectionOf(options);
  const { keys } = await callAdmin(connection, 'listKeys', {});
  const roots = new Map(
    keys.flatMap(({ role, id, certificate }) => (role === 'iaca' ? [[id, certificate] as const] : [])),
  );
  const { writeStatusLists } = await import('./write-status-lists.ts');
  await writeStatusLists(connection, folder, { ...options, roots });
}
