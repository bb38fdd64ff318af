import type { ConnectionOptions } from '../admin/connection.ts';

export interface ImportOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly map?: string;
}
