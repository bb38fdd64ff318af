import { callAdmin } from '../admin/client.ts';
import { connectionOf } from '../admin/connection.ts';
import type { ImportOptions } from './import-options.ts';

export async function importFile(file: string, options: ImportOptions): Promise<void> {
  const connection = connectionOf(options);
  const { documentTypes } = await callAdmin(connection, 'listDocumentTypes', {});
  const { importRecords } = await import('./import-records.ts');
  await importRecords(connection, file, documentTypes, options);
}
