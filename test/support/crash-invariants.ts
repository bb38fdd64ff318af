import { query } from './database.ts';
import { DATABASE } from './database-of.ts';

/** Queries for rows that no completed change leaves. Each must return nothing. */
const NOTHING_HALF_DONE: Record<string, string> = {
  'a code that was used by a proofing that there is not': `
    select * from pre_authorization_code where used_by is not null and used_by not in (select proofing_id from proofing)`,
  'a proofing that used two codes': `
    select used_by from pre_authorization_code where used_by is not null group by used_by having count(*) > 1`,
  'an accepted proofing without a code': `
    select * from proofing where state = 'accepted' and proofing_id not in
      (select used_by from pre_authorization_code where used_by is not null)`,
  'a credential of a proofing that was not accepted': `
    select c.* from credential c left join proofing p using (proofing_id) where p.state is distinct from 'accepted'`,
  'a credential of no holder':
    'select * from credential where holder_id not in (select holder_id from holder)',
  'two live credentials of a device': `
    select device_reference_id from credential where state in ('active', 'provisionPending')
      group by device_reference_id having count(*) > 1`,
  'an active credential without proof': `
    select * from credential where state = 'active' and proof_of_provisioning_hash is null`,
  'a pending credential with a proof': `
    select * from credential where state = 'provisionPending' and proof_of_provisioning_hash is not null`,
  'a live credential of old data': `
    select c.* from credential c join holder h using (holder_id)
      where c.state in ('active', 'provisionPending') and c.record_version <> h.record_version`,
  'a batch of MSOs that is not whole': `
    select batch_id from issued_mso group by batch_id having count(*) <> max(batch_size) or count(distinct credential_id) > 1`,
  'a batch without its change, or a change without its batch': `
    select c.credential_id from credential c
      where (select count(distinct batch_id) from issued_mso m where m.credential_id = c.credential_id)
        <> (select count(*) from state_change s where s.subject_id = c.credential_id and s.event in ('prove', 'refresh'))`,
  'MSOs kept of a credential that is gone, or of an old version': `
    select m.key_hash from issued_mso m join credential c using (credential_id)
      where m.static_auth_data is not null and (c.state in ('revoked', 'deleted') or c.version_id <> m.version_id)`,
  'MSOs of a credential that there is not': `
    select key_hash from issued_mso where credential_id not in (select credential_id from credential)`,
  'a holder whose changes are not all in the audit log': `
    select holder_id from holder h where h.revision <>
      (select count(*) from state_change s where s.subject = 'holder' and s.subject_id = h.holder_id)`,
  'a change in the audit log of what there is not': `
    select change_id from state_change where
      (subject = 'credential' and subject_id not in (select credential_id from credential)) or
      (subject = 'proofing' and subject_id not in (select proofing_id from proofing)) or
      (subject = 'device' and subject_id not in (select device_reference_id from device))`,
  'a credential whose changes are not all in the audit log': `
    select credential_id from credential c where c.revision <>
      (select count(*) from state_change s where s.subject = 'credential' and s.subject_id = c.credential_id)`,
  // The first credential ends the deadline of an accepted proofing without changing the proofing's state.
  'a proofing whose changes are not all in the audit log': `
    select proofing_id from proofing p where p.revision
      - (select count(*) from state_change s where s.subject = 'proofing' and s.subject_id = p.proofing_id)
      not between 0 and case when p.state in ('accepted', 'revoked') then 1 else 0 end`,
  'a registration without its line in the audit log': `
    select device_reference_id from device d where d.credential_key is not null and not exists
      (select 1 from state_change s where s.subject_id = d.device_reference_id and s.event = 'register')`,
};

/** Describes what is wrong with the database of a server that was killed. */
export function halfDone(
  path: string,
  nothing: Readonly<Record<string, string>> = NOTHING_HALF_DONE,
): readonly string[] {
  const found = Object.entries(nothing).filter(([, sql]) => query(path, sql).length > 0);
  if (DATABASE === 'postgres') return found.map(([what]) => what);
  const [integrity] = query(path, 'pragma integrity_check');
  const broken =
    integrity?.integrity_check === 'ok' ? [] : [`the file: ${String(integrity?.integrity_check)}`];
  return [...found.map(([what]) => what), ...broken];
}
