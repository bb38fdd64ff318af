import { callAdmin } from '../admin/client.ts';
import { type ConnectionOptions, connectionOf } from '../admin/connection.ts';

export interface ImportOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly map?: string;
}

export async function importFile(file: string, options: ImportOptions): Promise<void> {
  const connection = connectionOf(options);
  const { documentTypes } = await callAdmin(connection, 'listDocumentTypes', {});
  const { importRecords } = await import('./import-records.ts');
  await importRecords(connection, file, documentTypes, options);
}
