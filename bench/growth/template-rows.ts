import { idsOf, requestIdOf, uuidFor } from '../load/store/ids.ts';
import type { Template } from '../load/store/template.ts';

/** The columns that say when something happened. */
export const TIME_COLUMNS = ['created_at', 'updated_at', 'at', 'decided_at'];

type Run = (text: string) => unknown;

/** The rows of one credential, of which the database makes all others. */
export interface TemplateRows {
  /** The columns of each table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Copies the rows to tables of their own. */
  readonly make: (run: Run) => Promise<void>;
  readonly drop: (run: Run) => Promise<void>;
}

const listed = (ids: readonly string[]) => ids.map((id) => `'${id}'`).join(', ');

/** The rows of a copy, of each table that grows with the number of credentials. */
export function templateRows(
  { requests }: Template,
  copy: number,
  columns: TemplateRows['columns'],
): TemplateRows {
  const { deviceReferenceId, proofingId, credentialId, holderId } = idsOf(copy);
  const subjects = [deviceReferenceId, proofingId, credentialId, holderId, uuidFor(`code ${copy}`)];
  const conditions: Readonly<Record<string, string>> = {
    device: `device_reference_id = '${deviceReferenceId}'`,
    proofing: `proofing_id = '${proofingId}'`,
    credential: `credential_id = '${credentialId}'`,
    issued_mso: `credential_id = '${credentialId}'`,
    state_change: `subject_id in (${listed(subjects)})`,
    handled_request: `request_id in (${listed(requests.map(({ requestId }) => requestIdOf(copy, requestId)))})`,
  };
  const each = (text: (table: string) => string) => async (run: Run) => {
    for (const table of Object.keys(columns)) await run(text(table));
  };
  return {
    columns,
    make: each(
      (table) =>
        `create table bench_${table} as select * from ${table} where ${conditions[table] ?? `holder_id = '${holderId}'`}`,
    ),
    drop: each((table) => `drop table bench_${table}`),
  };
}
