import { elements, joined, member, texts } from '../../../support/dialect.ts';

const LINES = elements('g.lines', 'l');
const LINE_ID = member('l.value', 'lineId');
const VARIANT = member('l.value', 'variant');
const NEW_AND_INDEXED = ['mediation_group_new_term', 'mediation_group_term'].map(
  (table) => `select publisher_id, group_id, term, value from ${table}`,
);
const TERMS = `(${NEW_AND_INDEXED.join(' union all ')})`;
const FRAGMENT = 'substr(value, length(value) - 9)';

/** SQL statements that search for inconsistent rows of the mediation panel. Each must find nothing. */
export const NOTHING_HALF_DONE: Readonly<Record<string, string>> = {
  'a group whose changes are not all in the audit log, each once': `
    select group_id from mediation_group g where g.revision <> (select count(*) from state_change a
      where a.subject_id = 'accounts/' || g.publisher_id || '/mediationGroups/' || g.group_id)`,
  'an experiment whose changes are not all in the audit log, each once': `
    select experiment_id from mediation_ab_experiment e where (case when stopped_at is null then 1 else 2 end) <>
      (select count(*) from state_change a where a.subject_id = 'accounts/' || e.publisher_id ||
        '/mediationGroups/' || e.group_id || '/mediationAbExperiments/' || e.experiment_id)`,
  'a mapping without its entry in the audit log, or with two': `
    select mapping_id from ad_unit_mapping m where 1 <> (select count(*) from state_change a
      where a.subject_id = 'accounts/' || m.publisher_id || '/adUnits/' || m.fragment || '/adUnitMappings/' || m.mapping_id)`,
  'an entry in the audit log of what there is not': `
    select subject_id from state_change a where a.actor = 'client' and not exists (
      select 1 from mediation_group g where a.subject_id like 'accounts/' || g.publisher_id || '/mediationGroups/' || g.group_id || '%')
    and not exists (
      select 1 from ad_unit_mapping m where a.subject_id like '%/adUnitMappings/' || m.mapping_id)`,
  'a line of a group whose id was not kept for it': `
    select l.value from mediation_group g, ${LINES} where not exists (select 1 from mediation_line m
      where m.publisher_id = g.publisher_id and m.group_id = g.group_id and m.line_id = ${LINE_ID})
    and not exists (select 1 from ${TERMS} t where t.term = 'lineId'
      and t.publisher_id = g.publisher_id and t.group_id = g.group_id and t.value = ${LINE_ID})`,
  'a line id that is there twice': `
    select ${LINE_ID} from mediation_group g, ${LINES} group by 1 having count(*) > 1`,
  'a line that has its placeholder still': `
    select l.value from mediation_group g, ${LINES} where ${LINE_ID} like '-%'`,
  'a mapping id that is there twice': `
    select mapping_id from ad_unit_mapping group by mapping_id having count(*) > 1`,
  'a group that is not found by an ad unit of it, or by one that it has no more': `
    select g.group_id from mediation_group g where
      (select coalesce(${joined(FRAGMENT)}, '')
        from ${texts('g.targeting', 'adUnitIds')}) <>
      (select coalesce(${joined('value')}, '') from ${TERMS} t
        where t.group_id = g.group_id and t.publisher_id = g.publisher_id and t.term = 'adUnitFragment')`,
  'a group that is not found by an ad source of it, or by one that it has no more': `
    select g.group_id from mediation_group g where
      (select ${joined('s')} from (select distinct ${member('l.value', 'adSourceId')} as s from ${LINES}) sources) is distinct from
      (select ${joined('value')} from ${TERMS} t
        where t.group_id = g.group_id and t.publisher_id = g.publisher_id and t.term = 'adSourceId')`,
  'an open experiment that the group does not know, or the other way round': `
    select g.group_id from mediation_group g where g.open_experiment_id is distinct from (select e.experiment_id
      from mediation_ab_experiment e where e.group_id = g.group_id and e.publisher_id = g.publisher_id and e.stopped_at is null)`,
  'a variant without an experiment': `
    select g.group_id from mediation_group g, ${LINES}
      where g.open_experiment_id is null and ${VARIANT} <> 'ORIGINAL'`,
  'an original line while an experiment is open': `
    select g.group_id from mediation_group g, ${LINES}
      where g.open_experiment_id is not null and ${VARIANT} = 'ORIGINAL'`,
};
