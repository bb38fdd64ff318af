import type { AdminResponse } from '../../../admin/contract/index.ts';
import { actionCommand } from '../../admin/action-command.ts';
import { facts } from '../../output.ts';

type Refreshed = AdminResponse<'refreshHolder'>;

const REFRESH_HELP = `
For an issuer.records.source of http: fetches the record by its id and applies
it as an import would. The system of record can do the same when a record
changes: POST /admin/v1/holders/ID:refresh.

Example:
  diptych holders refresh h-1`;

function refreshed({ result, supersededCredentials, changedElements }: Refreshed, id: string): string {
  if (result === 'unchanged') return `the record of ${id} is the same as before`;
  const head = `the record of ${id} changed; ${supersededCredentials} credentials get a new version`;
  return `${head}\n  ${changedElements.join('\n  ')}`;
}

export const refreshHolder = () =>
  actionCommand({ method: 'refreshHolder', told: refreshed, help: REFRESH_HELP });

export const revokeHolder = () =>
  actionCommand({
    method: 'revokeHolder',
    told: ({ revokedCredentials }, id) =>
      `${id} is revoked; ${revokedCredentials} credentials were revoked with it`,
    help: '\nExample:\n  diptych holders revoke h-1 --reason holderDeceased',
  });

const ERASE_HELP = `
The record, its codes, its mobile security objects and the notes on them are
deleted, credentials are revoked, and open proofings are rejected. In the audit
log and in lists a random id replaces that of the holder; the answer names it.
Backups cannot be read for the holder from completeTime on: "diptych holders
receipt" writes a signed receipt.

Example:
  diptych holders erase h-1 --yes`;

export const eraseHolder = () =>
  actionCommand({
    method: 'eraseHolder',
    description: 'Erase a holder and all data of the person',
    told: facts,
    help: ERASE_HELP,
  });
