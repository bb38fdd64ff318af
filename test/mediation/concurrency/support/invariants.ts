/** Statements that find what no completed change of the mediation panel leaves behind; each must find nothing. */
export const NOTHING_HALF_DONE: Readonly<Record<string, string>> = {
  'a group whose changes are not all in the trail, each once': `
    select group_id from mediation_group g where g.revision <> (select count(*) from mediation_audit a
      where a.resource = 'accounts/' || g.publisher_id || '/mediationGroups/' || g.group_id)`,
  'an experiment whose changes are not all in the trail, each once': `
    select experiment_id from mediation_ab_experiment e where (case when stopped_at is null then 1 else 2 end) <>
      (select count(*) from mediation_audit a where a.resource = 'accounts/' || e.publisher_id ||
        '/mediationGroups/' || e.group_id || '/mediationAbExperiments/' || e.experiment_id)`,
  'a mapping without its line in the trail, or with two': `
    select mapping_id from ad_unit_mapping m where 1 <> (select count(*) from mediation_audit a
      where a.resource = 'accounts/' || m.publisher_id || '/adUnits/' || m.fragment || '/adUnitMappings/' || m.mapping_id)`,
  'a line in the trail of what there is not': `
    select resource from mediation_audit a where not exists (
      select 1 from mediation_group g where a.resource like 'accounts/' || g.publisher_id || '/mediationGroups/' || g.group_id || '%')
    and not exists (
      select 1 from ad_unit_mapping m where a.resource like '%/adUnitMappings/' || m.mapping_id)
    and not exists (select 1 from publisher p where a.resource = 'accounts/' || p.publisher_id)`,
  'a line of a group whose id was not kept for it': `
    select l.value from mediation_group g, json_each(g.lines) l where not exists (select 1 from mediation_line m
      where m.publisher_id = g.publisher_id and m.group_id = g.group_id and m.line_id = l.value ->> 'lineId')`,
  'a line id that is there twice': `
    select l.value ->> 'lineId' from mediation_group g, json_each(g.lines) l group by 1 having count(*) > 1`,
  'a line that has its placeholder still': `
    select l.value from mediation_group g, json_each(g.lines) l where l.value ->> 'lineId' like '-%'`,
  'a mapping id that is there twice': `
    select mapping_id from ad_unit_mapping group by mapping_id having count(*) > 1`,
  'a group that is not found by an ad unit of it, or by one that it has no more': `
    select g.group_id from mediation_group g where
      (select coalesce(group_concat(substr(value, -10) order by substr(value, -10)), '')
        from json_each(g.targeting, '$.adUnitIds')) <>
      (select coalesce(group_concat(value order by value), '') from mediation_group_term t
        where t.group_id = g.group_id and t.publisher_id = g.publisher_id and t.term = 'adUnitFragment')`,
  'a group that is not found by an ad source of it, or by one that it has no more': `
    select g.group_id from mediation_group g where
      (select group_concat(s order by s) from (select distinct value ->> 'adSourceId' as s from json_each(g.lines))) is not
      (select group_concat(value order by value) from mediation_group_term t
        where t.group_id = g.group_id and t.publisher_id = g.publisher_id and t.term = 'adSourceId')`,
  'an open experiment that the group does not know, or the other way round': `
    select g.group_id from mediation_group g where g.open_experiment_id is not (select e.experiment_id
      from mediation_ab_experiment e where e.group_id = g.group_id and e.publisher_id = g.publisher_id and e.stopped_at is null)`,
  'a variant without an experiment': `
    select g.group_id from mediation_group g, json_each(g.lines) l
      where g.open_experiment_id is null and l.value ->> 'variant' <> 'ORIGINAL'`,
  'an original line while an experiment is open': `
    select g.group_id from mediation_group g, json_each(g.lines) l
      where g.open_experiment_id is not null and l.value ->> 'variant' = 'ORIGINAL'`,
};
